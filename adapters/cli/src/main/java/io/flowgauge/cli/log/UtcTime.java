package io.flowgauge.cli.log;

import io.flowgauge.trace.Times;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times in UTC, all with the same width. */
final class UtcTime {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private UtcTime() {}

  /** Formats a time, such as {@code 2014-05-13T16:53:20.000000007Z}. */
  static String of(long epochNanos) {
    return FORM.format(Times.instant(epochNanos));
  }
}
