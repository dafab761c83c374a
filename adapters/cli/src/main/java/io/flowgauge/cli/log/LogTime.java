package io.flowgauge.cli.log;

import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.trace.Times;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/** Conversions between points in time on the command line and in logs. */
final class LogTime {
  private static final Pattern SECONDS = Pattern.compile("\\d{1,12}(\\.\\d{1,9})?");
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
  private static final Pattern ZONED = Pattern.compile(".*(Z|[+-]\\d\\d:?\\d\\d)");

  private LogTime() {}

  /** Returns the nanoseconds since 1970-01-01T00:00:00Z. */
  static long parse(String option, String text) {
    try {
      return parse(text.strip().replace(' ', 'T'));
    } catch (DateTimeException | IllegalArgumentException e) {
      throw new WrongUsageException(
          option
              + " must be a time such as 2026-11-20T11:12:07.5Z, 2026-11-20 or 1795173127.5, but is '"
              + text
              + "'");
    }
  }

  /**
   * Returns the nanoseconds from a time to one that is not before it, limited to {@code
   * Long.MAX_VALUE}.
   */
  static long between(long from, long to) {
    long nanos = to - from;
    return nanos < 0 ? Long.MAX_VALUE : nanos;
  }

  /** Returns the time of a date or instant, or the nearest that an event can have. */
  private static long parse(String text) {
    if (SECONDS.matcher(text).matches()) {
      return Times.nanos(new BigDecimal(text));
    }
    if (DATE.matcher(text).matches()) {
      return Times.saturatedNanos(LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());
    }
    return Times.saturatedNanos(
        ZONED.matcher(text).matches()
            ? OffsetDateTime.parse(text).toInstant()
            : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
  }
}
