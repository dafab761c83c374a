package io.flowgauge.traces.wfformat;

import io.flowgauge.trace.Times;
import io.flowgauge.traces.table.FixedDate;
import io.flowgauge.traces.table.WrittenTime;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A date of a WfFormat file, in one of its spellings: {@code 20200408T154143+0000}, {@code
 * 2023-03-21T13:21:06-10:00}, {@code 12-19-20T21:31:53Z} (month, day, year), and {@code 2026-05-08
 * 02:44:13.251536}, also with a T, which has no zone.
 *
 * @param nanos nanoseconds since 1970-01-01T00:00:00Z; without zone, taken as UTC
 * @param monthFirst whether month, day and year are assumed to be in this order, which the text
 *     leaves open
 */
record WfDate(long nanos, boolean zoned, boolean monthFirst) {
  private static final int CENTURY = 2000;

  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss[XX][XXX]", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private static final DateTimeFormatter EXTENDED =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendPattern("['T'][' ']")
          .append(DateTimeFormatter.ISO_LOCAL_TIME)
          .appendPattern("[XXX][XX][X]")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private static final DateTimeFormatter MONTH_FIRST =
      new DateTimeFormatterBuilder()
          .appendPattern("MM-dd-")
          .appendValueReduced(ChronoField.YEAR, 2, 2, CENTURY)
          .appendPattern("'T'HH:mm:ss[XXX][XX][X]")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  static Optional<WfDate> parse(String text) {
    OptionalLong instant = FixedDate.utcNanos(text);
    if (instant.isPresent()) {
      return Optional.of(new WfDate(instant.getAsLong(), true, false));
    }
    return List.of(BASIC, EXTENDED, MONTH_FIRST).stream()
        .flatMap(format -> parse(text, format).stream())
        .findFirst();
  }

  private static Optional<WfDate> parse(String text, DateTimeFormatter format) {
    return WrittenTime.parse(text, format)
        .map(time -> new WfDate(time.nanos(), time.zoned(), format == MONTH_FIRST));
  }

  /** Formats a time for a file, with a zone if it is known. */
  static String text(long nanos, boolean zoned) {
    Instant instant = Times.instant(nanos);
    return zoned
        ? instant.toString()
        : DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC));
  }

  @Override
  public String toString() {
    return text(nanos, zoned);
  }
}
