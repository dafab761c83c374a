package io.flowgauge.traces.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.OptionalLong;

/**
 * Parses dates with a time of day whose parts have fixed positions, of which most traces have
 * millions: {@code 2026-11-20T11:04:31} or {@code 2026-11-20 11:04:31.25}. A formatter, which
 * handles other forms as well, takes ten times as long. Stateless.
 */
public final class FixedDate {
  private static final String FORM = "0000-00-00T00:00:00";
  private static final int SEPARATOR = FORM.indexOf('T');
  private static final int FRACTION_DIGITS = 9;
  private static final int MAX_LENGTH = FORM.length() + 1 + FRACTION_DIGITS;
  private static final long SECONDS_A_DAY = 86_400;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** Returned instead of nanoseconds for any other text. */
  public static final long NONE = Long.MIN_VALUE;

  private FixedDate() {}

  /**
   * Reads a date and time without zone.
   *
   * @return nanoseconds since 1970-01-01T00:00:00 in its zone; empty for any other text, or outside
   *     the years 1678 to 2262
   */
  public static OptionalLong nanos(String text) {
    if (text.length() < FORM.length() || text.length() > MAX_LENGTH) {
      return OptionalLong.empty();
    }
    byte[] bytes =
        text.getBytes(
            ISO_8859_1); // Characters beyond Latin-1 become '?', which does not occur in a date.
    long nanos = nanos(bytes, 0, bytes.length);
    return nanos == NONE ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /** Returns nanoseconds for a range of bytes, or {@link #NONE}. */
  static long nanos(byte[] text, int from, int to) {
    if (!hasForm(text, from, to)) {
      return NONE;
    }
    int hour = digits(text, from + 11, from + 13);
    int minute = digits(text, from + 14, from + 16);
    int second = digits(text, from + 17, from + 19);
    if (hour > 23 || minute > 59 || second > 59) {
      return NONE;
    }
    try {
      long day =
          LocalDate.of(
                  digits(text, from, from + 4),
                  digits(text, from + 5, from + 7),
                  digits(text, from + 8, from + 10))
              .toEpochDay();
      long seconds = day * SECONDS_A_DAY + 3_600L * hour + 60L * minute + second;
      return Math.addExact(
          Math.multiplyExact(seconds, NANOS_PER_SECOND),
          fraction(text, from + FORM.length() + 1, to));
    } catch (DateTimeException | ArithmeticException e) {
      return NONE;
    }
  }

  /**
   * Reads a date and time separated by {@code T} and followed by {@code Z}.
   *
   * @return nanoseconds since 1970-01-01T00:00:00Z; empty for any other text, or outside the years
   *     1678 to 2262
   */
  public static OptionalLong utcNanos(String text) {
    int zone = text.length() - 1;
    boolean isInstant = zone > SEPARATOR && text.charAt(SEPARATOR) == 'T' && text.endsWith("Z");
    return isInstant ? nanos(text.substring(0, zone)) : OptionalLong.empty();
  }

  private static boolean hasForm(byte[] text, int from, int to) {
    int length = to - from;
    if (length < FORM.length() || length > MAX_LENGTH) {
      return false;
    }
    for (int k = 0; k < FORM.length(); k++) {
      if (!fits(text[from + k], k)) {
        return false;
      }
    }
    return length == FORM.length() || hasFraction(text, from + FORM.length(), to);
  }

  private static boolean fits(byte c, int place) {
    char form = FORM.charAt(place);
    return form == '0' ? isDigit(c) : c == form || (place == SEPARATOR && c == ' ');
  }

  private static boolean hasFraction(byte[] text, int point, int to) {
    boolean has = text[point] == '.' && to > point + 1;
    for (int k = point + 1; k < to; k++) {
      has &= isDigit(text[k]);
    }
    return has;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private static int digits(byte[] text, int from, int to) {
    int number = 0;
    for (int k = from; k < to; k++) {
      number = 10 * number + text[k] - '0';
    }
    return number;
  }

  private static long fraction(byte[] text, int from, int to) {
    if (from >= to) {
      return 0;
    }
    long nanos = digits(text, from, to);
    for (int k = to - from; k < FRACTION_DIGITS; k++) {
      nanos *= 10;
    }
    return nanos;
  }
}
