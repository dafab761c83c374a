package io.flowgauge.traces.slurm;

import io.flowgauge.trace.Times;
import io.flowgauge.traces.table.DecimalDigits;
import io.flowgauge.traces.table.FixedDate;
import io.flowgauge.traces.table.WrittenTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses times, durations and absent values in Slurm's notation. Stateless. */
final class SlurmText {
  private static final int MAX_CHARS = 40;

  /** Seconds of up to this many digits fit into nanoseconds. */
  private static final int MAX_SECONDS_DIGITS = 9;

  private static final List<String> ABSENT =
      List.of("unknown", "none", "n/a", "(null)", "none assigned", "invalid", "not_set");

  /** First characters of these values, which hardly any other value starts with. */
  private static final String INITIALS = "un(i";

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("['T'][' ']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[XXX][XX]")
          .toFormatter(Locale.ROOT);

  private static final Pattern EPOCH_SECONDS = Pattern.compile("\\d{9,10}");
  private static final Pattern DURATION =
      Pattern.compile("(?:(\\d{1,5})-)?(?:(\\d{1,6}):)?(\\d{1,6}):(\\d{1,2})(\\.\\d{1,9})?");

  private SlurmText() {}

  /** Returns a value unless it stands for an absent one. */
  static Optional<String> present(String text) {
    String stated = stated(text);
    return stated.isEmpty() ? Optional.empty() : Optional.of(stated);
  }

  /** Returns a value, or an empty text if it stands for an absent one. */
  static String stated(String text) {
    String stripped = text.strip();
    return isAbsent(stripped) ? "" : stripped;
  }

  /** Whether a value with this first character may stand for an absent one. */
  static boolean mayBeAbsent(char initial) {
    return INITIALS.indexOf(Character.toLowerCase(initial)) >= 0;
  }

  private static boolean isAbsent(String text) {
    if (text.isEmpty()) {
      return true;
    }
    if (!mayBeAbsent(text.charAt(0))) {
      return false;
    }
    for (String absent : ABSENT) {
      if (absent.equalsIgnoreCase(text)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Parses a local time such as {@code 2026-11-20T11:04:31}, one with an offset, or epoch seconds.
   */
  static Optional<WrittenTime> time(String text) {
    OptionalLong local = FixedDate.nanos(text);
    if (local.isPresent()) {
      return Optional.of(new WrittenTime(local.getAsLong(), false));
    }
    if (EPOCH_SECONDS.matcher(text).matches()) {
      return Optional.of(new WrittenTime(Long.parseLong(text) * Times.NANOS_PER_SECOND, true));
    }
    return text.length() > MAX_CHARS ? Optional.empty() : WrittenTime.parse(text, TIME);
  }

  /** Parses a whole number of seconds, or a duration, into nanoseconds. */
  static OptionalLong elapsed(String text) {
    long whole = DecimalDigits.of(text, MAX_SECONDS_DIGITS);
    return whole < 0 ? duration(text) : OptionalLong.of(whole * Times.NANOS_PER_SECOND);
  }

  /** Parses a duration {@code [days-]hours:minutes:seconds[.fraction]} into nanoseconds. */
  static OptionalLong duration(String text) {
    Matcher parts = text.length() > MAX_CHARS ? DURATION.matcher("") : DURATION.matcher(text);
    if (!parts.matches()) {
      return OptionalLong.empty();
    }
    long seconds =
        ((number(parts.group(1)) * 24 + number(parts.group(2))) * 60 + number(parts.group(3))) * 60
            + number(parts.group(4));
    return OptionalLong.of(seconds * Times.NANOS_PER_SECOND + fraction(parts.group(5)));
  }

  private static long number(String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  private static long fraction(String text) {
    return text == null ? 0 : Long.parseLong((text.substring(1) + "00000000").substring(0, 9));
  }
}
