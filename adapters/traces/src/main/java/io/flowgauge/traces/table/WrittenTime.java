package io.flowgauge.traces.table;

import io.flowgauge.trace.Times;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * A date with a time of day, written with or without its zone.
 *
 * @param nanos nanoseconds since 1970-01-01T00:00:00Z, taken as UTC if the zone is unknown
 */
public record WrittenTime(long nanos, boolean zoned) {

  /** Reads a time; empty if it has another form, or lies outside the years 1678 to 2262. */
  public static Optional<WrittenTime> parse(String text, DateTimeFormatter form) {
    try {
      Object time = form.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
      boolean zoned = time instanceof OffsetDateTime;
      Instant instant =
          zoned
              ? ((OffsetDateTime) time).toInstant()
              : ((LocalDateTime) time).toInstant(ZoneOffset.UTC);
      return Optional.of(new WrittenTime(Times.epochNanos(instant), zoned));
    } catch (DateTimeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
