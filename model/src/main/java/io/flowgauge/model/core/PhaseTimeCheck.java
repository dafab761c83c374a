package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.run.PhaseType;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Looks for activities whose measured phases are longer than their time T. Used once. */
final class PhaseTimeCheck {
  /** Share of T by which the clocks of a profile and of an engine may differ. */
  private static final double TOLERANCE = 0.01;

  private final ColumnarWorkflow workflow;
  private final AttemptColumns attempts;
  private final Recorded.StatedTimes stated;
  private final long until;
  private int count;
  private int first;
  private long worst;

  PhaseTimeCheck(
      ColumnarWorkflow workflow, AttemptColumns attempts, Recorded.StatedTimes stated, long until) {
    this.workflow = workflow;
    this.attempts = attempts;
    this.stated = stated;
    this.until = until;
  }

  void addTo(List<Diagnostic> diagnostics) {
    stated.phaseTimes().forEach(this::check);
    if (count > 0) {
      diagnostics.add(
          Diagnostic.warning(
              Remarks.place("activity " + workflow.activity(first).id(), count),
              "its measured phases exceed its time T by up to "
                  + Times.seconds(worst)
                  + " s; they are shortened in proportion"));
    }
  }

  private void check(int activity, Map<PhaseType, Duration> times) {
    long wallclock = wallclock(activity);
    long sum =
        times.entrySet().stream()
            .filter(time -> time.getKey() != PhaseType.COMPUTE)
            .mapToLong(time -> Times.saturatedNanos(time.getValue()))
            .reduce(0, PhaseTimeCheck::plus);
    if (known(wallclock) && sum - wallclock > wallclock * TOLERANCE) {
      first = count == 0 ? activity : first;
      count++;
      worst = Math.max(worst, sum - wallclock);
    }
  }

  private static long plus(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  /** Returns T as measured, or else the time from ACTIVE to the end without suspensions. */
  private long wallclock(int activity) {
    int last = attempts.end(activity) - 1;
    if (known(stated.wallclocks().get(activity)) || last < attempts.first(activity)) {
      return stated.wallclocks().get(activity);
    }
    if (!known(attempts.active[last])) {
      return Columns.ABSENT;
    }
    long end = known(attempts.ended[last]) ? attempts.ended[last] : until;
    long suspended = attempts.suspended == null ? 0 : attempts.suspended[last];
    return Math.max(0, end - attempts.active[last] - suspended);
  }
}
