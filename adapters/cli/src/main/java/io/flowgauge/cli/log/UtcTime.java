package io.flowgauge.cli.log;

import io.flowgauge.trace.Times;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times for people, all of one width. */
final class UtcTime {
  private static final DateTimeFormatter FORM =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private UtcTime() {}

  /** Such as {@code 2014-05-13T16:53:20.000000007Z}. */
  static String of(long epochNanos) {
    return FORM.format(Times.instant(epochNanos));
  }
}
