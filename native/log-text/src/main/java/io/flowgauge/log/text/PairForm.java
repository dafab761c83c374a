package io.flowgauge.log.text;

import io.flowgauge.netlogger.BpLine;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.OptionalLong;

/** The two forms of logs whose lines consist of names and values. */
enum PairForm {
  /** {@code ts=… event=… level=… fields constants host prog}. */
  BP("ts", "event", "level", "host", "prog", "uuuu-MM-dd'T'HH:mm:ss.", "Z") {
    @Override
    OptionalLong time(BpLine line) {
      return line.time(timeKey());
    }
  },
  /** {@code DATE=… HOST=… PROG=… LVL=… NL.EVNT=… fields constants}. */
  ULM("DATE", "NL.EVNT", "LVL", "HOST", "PROG", "uuuuMMddHHmmss.", "") {
    @Override
    OptionalLong time(BpLine line) {
      return line.text(timeKey()).map(PairForm::ulmTime).orElse(OptionalLong.empty());
    }
  };

  private static final int SECOND_DIGITS = 14;
  private static final DateTimeFormatter ULM_SECONDS =
      DateTimeFormatter.ofPattern("uuuuMMddHHmmss", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private final String timeKey;
  private final String eventKey;
  private final String levelKey;
  private final String hostKey;
  private final String programKey;
  private final DateTimeFormatter seconds;
  private final String zone;

  PairForm(
      String timeKey,
      String eventKey,
      String levelKey,
      String hostKey,
      String programKey,
      String seconds,
      String zone) {
    this.timeKey = timeKey;
    this.eventKey = eventKey;
    this.levelKey = levelKey;
    this.hostKey = hostKey;
    this.programKey = programKey;
    this.seconds = DateTimeFormatter.ofPattern(seconds, Locale.ROOT);
    this.zone = zone;
  }

  /** Returns the time of a line in nanoseconds since 1970-01-01T00:00:00Z, if it has one. */
  abstract OptionalLong time(BpLine line);

  private static OptionalLong ulmTime(String text) {
    int point = text.indexOf('.');
    String whole = point < 0 ? text : text.substring(0, point);
    OptionalLong fraction = point < 0 ? OptionalLong.of(0) : nanos(text.substring(point + 1));
    if (whole.length() != SECOND_DIGITS || fraction.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      long second = LocalDateTime.parse(whole, ULM_SECONDS).toEpochSecond(ZoneOffset.UTC);
      long nanos = Math.multiplyExact(second, TimeText.NANOS_PER_SECOND);
      return OptionalLong.of(Math.addExact(nanos, fraction.getAsLong()));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Parses a fraction of a second; fewer than six digits are microseconds whose leading zeros were
   * left out.
   */
  private static OptionalLong nanos(String fraction) {
    int length = fraction.length();
    if (length == 0
        || length > TimeText.NANO_DIGITS
        || !fraction.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return OptionalLong.empty();
    }
    long nanos = Long.parseLong(fraction);
    for (int k = Math.max(length, TimeText.MICRO_DIGITS); k < TimeText.NANO_DIGITS; k++) {
      nanos *= 10;
    }
    return OptionalLong.of(nanos);
  }

  String timeKey() {
    return timeKey;
  }

  String eventKey() {
    return eventKey;
  }

  String levelKey() {
    return levelKey;
  }

  String hostKey() {
    return hostKey;
  }

  String programKey() {
    return programKey;
  }

  /** Returns date and time up to and including the point before the fraction. */
  String seconds(long epochSecond) {
    return seconds.format(LocalDateTime.ofEpochSecond(epochSecond, 0, ZoneOffset.UTC));
  }

  String zone() {
    return zone;
  }
}
