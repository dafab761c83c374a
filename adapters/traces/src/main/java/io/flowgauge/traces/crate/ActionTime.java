package io.flowgauge.traces.crate;

import io.flowgauge.trace.Times;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

/**
 * A time of an action.
 *
 * @param nanos nanoseconds since 1970-01-01T00:00:00Z, taken as UTC if there is no zone
 */
record ActionTime(long nanos, boolean zoned) {

  /**
   * Reads a date and time.
   *
   * @throws IllegalArgumentException if the text is not a date and time in the years 1678 to 2262
   */
  static ActionTime parse(String text) {
    try {
      return new ActionTime(Times.epochNanos(OffsetDateTime.parse(text).toInstant()), true);
    } catch (DateTimeParseException e) {
      return local(text);
    }
  }

  private static ActionTime local(String text) {
    try {
      LocalDateTime time = LocalDateTime.parse(text);
      return new ActionTime(Times.epochNanos(time.toInstant(ZoneOffset.UTC)), false);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("no date and time: " + text, e);
    }
  }
}
