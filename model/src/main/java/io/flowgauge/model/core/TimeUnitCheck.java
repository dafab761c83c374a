package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import java.util.List;

/**
 * Looks for times in UTC that only make sense in a larger unit than nanoseconds. If a run begins
 * within minutes or weeks of 1970, its times were probably given in milliseconds or microseconds.
 * Stateless.
 */
final class TimeUnitCheck {
  /** The years 2001 to 2099, in seconds: times from other years are not judged. */
  private static final long EARLIEST = 1_000_000_000L;

  private static final long LATEST = 4_100_000_000L;

  private TimeUnitCheck() {}

  /** Adds a diagnostic if the earliest time of the run looks like one in another unit. */
  static void addTo(
      List<Diagnostic> diagnostics,
      ColumnarWorkflow workflow,
      EventColumns events,
      TimeBase base,
      long earliest) {
    if (!isOdd(base, earliest)) {
      return;
    }
    if (isInUnit(1_000, earliest)) {
      diagnostics.add(remark("milliseconds", 1_000, workflow, events));
    } else {
      diagnostics.add(remark("microseconds", 1_000_000, workflow, events));
    }
  }

  /** Whether the earliest time of the run looks like one in another unit. */
  static boolean isOdd(TimeBase base, long earliest) {
    return base == TimeBase.UTC && (isInUnit(1_000, earliest) || isInUnit(1_000_000, earliest));
  }

  private static boolean isInUnit(long perSecond, long time) {
    return known(time) && time >= EARLIEST * perSecond && time < LATEST * perSecond;
  }

  private static Diagnostic remark(
      String unit, long perSecond, ColumnarWorkflow workflow, EventColumns events) {
    int count = 0;
    int first = -1;
    for (int a = 0; a < workflow.activityCount(); a++) {
      if (isInUnit(perSecond, events.earliest(a))) {
        first = first < 0 ? a : first;
        count++;
      }
    }
    String where =
        first < 0 ? "start" : Remarks.place("activity " + workflow.activity(first).id(), count);
    long shown = (long) Times.seconds(LATEST * perSecond);
    return Diagnostic.warning(
        where,
        "times less than "
            + shown
            + " s after 1970-01-01T00:00:00Z look like "
            + unit
            + ", but are taken as nanoseconds");
  }
}
