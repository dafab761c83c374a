package io.flowgauge.traces.nextflow;

import io.flowgauge.trace.Times;
import io.flowgauge.traces.table.DecimalDigits;
import io.flowgauge.traces.table.FixedDate;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A time of a trace: epoch milliseconds, or a date with a time of day, with or without zone.
 *
 * @param epochNanos nanoseconds since 1970-01-01T00:00:00Z, as if the zone were UTC where it is
 *     unknown
 */
record NextflowTime(long epochNanos, boolean zoned) {
  /** Nanoseconds in a millisecond. */
  static final long NANOS_PER_MILLI = 1_000_000;

  /** More do not fit into nanoseconds. */
  static final long MAX_MILLIS = Long.MAX_VALUE / NANOS_PER_MILLI;

  private static final int MAX_CHARS = 64;

  /** DecimalDigits of the last epoch milliseconds that are read. */
  static final int MAX_DIGITS = 13;

  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("[' ']['T']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[' '][XXX][XX]")
          .toFormatter(Locale.ROOT);

  /** Reads a time; empty if it is not one, or 0, which Nextflow has for a time it does not know. */
  static Optional<NextflowTime> parse(String text) {
    OptionalLong local = FixedDate.nanos(text);
    if (local.isPresent()) {
      return Optional.of(new NextflowTime(local.getAsLong(), false));
    }
    long millis = DecimalDigits.of(text, MAX_DIGITS);
    if (millis >= 0) {
      return millis == 0 || millis > MAX_MILLIS
          ? Optional.empty()
          : Optional.of(new NextflowTime(millis * NANOS_PER_MILLI, true));
    }
    return text.length() > MAX_CHARS ? Optional.empty() : date(text);
  }

  private static Optional<NextflowTime> date(String text) {
    try {
      TemporalAccessor time = DATE.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
      boolean zoned = time instanceof OffsetDateTime;
      Instant instant =
          zoned
              ? ((OffsetDateTime) time).toInstant()
              : ((LocalDateTime) time).toInstant(ZoneOffset.UTC);
      return Optional.of(new NextflowTime(Times.epochNanos(instant), zoned));
    } catch (DateTimeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
