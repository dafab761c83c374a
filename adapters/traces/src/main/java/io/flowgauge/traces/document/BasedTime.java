package io.flowgauge.traces.document;

import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Times;
import io.flowgauge.traces.json.JsonOutput;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times according to their time base. Stateless. */
public final class BasedTime {
  private BasedTime() {}

  /** Returns the name of a time base in documents. */
  public static String label(TimeBase base) {
    return base.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Formats a time for people.
   *
   * @param nanos nanoseconds since 1970-01-01T00:00:00Z, or since the origin of relative times
   * @param base what the time is counted from
   * @return an instant, a date and time without zone, or seconds
   */
  public static String text(long nanos, TimeBase base) {
    return switch (base) {
      case RELATIVE -> JsonOutput.seconds(nanos).toPlainString() + " s";
      case UTC -> Times.instant(nanos).toString();
      case UNKNOWN_ZONE ->
          DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
              Times.instant(nanos).atOffset(ZoneOffset.UTC));
    };
  }
}
