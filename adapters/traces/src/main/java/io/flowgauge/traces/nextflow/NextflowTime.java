package io.flowgauge.traces.nextflow;

import io.flowgauge.traces.table.DecimalDigits;
import io.flowgauge.traces.table.FixedDate;
import io.flowgauge.traces.table.WrittenTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads times of a trace: epoch milliseconds, or a date with a time of day, with or without zone.
 * Stateless.
 */
final class NextflowTime {
  /** Nanoseconds in a millisecond. */
  static final long NANOS_PER_MILLI = 1_000_000;

  /** Larger numbers of milliseconds do not fit into nanoseconds. */
  static final long MAX_MILLIS = Long.MAX_VALUE / NANOS_PER_MILLI;

  private static final int MAX_CHARS = 64;

  /** Maximum number of digits of epoch milliseconds, sufficient until the year 2286. */
  static final int MAX_DIGITS = 13;

  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("[' ']['T']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[' '][XXX][XX]")
          .toFormatter(Locale.ROOT);

  private NextflowTime() {}

  /** Reads a time; empty if it is not one, or 0, which Nextflow writes for an unknown time. */
  static Optional<WrittenTime> parse(String text) {
    OptionalLong local = FixedDate.nanos(text);
    if (local.isPresent()) {
      return Optional.of(new WrittenTime(local.getAsLong(), false));
    }
    long millis = DecimalDigits.of(text, MAX_DIGITS);
    if (millis >= 0) {
      return millis == 0 || millis > MAX_MILLIS
          ? Optional.empty()
          : Optional.of(new WrittenTime(millis * NANOS_PER_MILLI, true));
    }
    return text.length() > MAX_CHARS ? Optional.empty() : WrittenTime.parse(text, DATE);
  }
}
