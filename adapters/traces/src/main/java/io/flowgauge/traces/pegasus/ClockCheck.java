package io.flowgauge.traces.pegasus;

import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Checks whether the two clocks of a stampede log agree: that of the workflow engine, which stamps
 * the events of jobs, and that of the hosts, with which kickstart stamps invocations and with which
 * the planner's clock usually agrees. A log written with a wrong time zone is off by a multiple of
 * half an hour.
 *
 * <p>The engine sees the end of a job up to a polling interval late; the difference of the clocks
 * is therefore the median over the jobs, which no single slow job can shift. Stateless.
 */
final class ClockCheck {
  /** Times are in seconds here, so that their sums cannot overflow. */
  private static final long MINUTE = 60;

  private static final long HALF_HOUR = 30 * MINUTE;

  /** In a normal run, delays due to polling and queues stay below this. */
  private static final long TOLERANCE = 5 * MINUTE;

  private ClockCheck() {}

  static Optional<Diagnostic> of(StampedeLog log) {
    long[] lags = log.plans().stream().flatMapToLong(ClockCheck::lags).sorted().toArray();
    OptionalLong planning = difference(log.root().started(), log.root().planned());
    if (lags.length == 0) {
      return planning.isPresent() ? suspicion(planning.getAsLong()) : Optional.empty();
    }
    long median = lags[lags.length / 2];
    return Math.abs(median) < HALF_HOUR - TOLERANCE
        ? Optional.empty()
        : Optional.of(Diagnostic.warning("clocks", text(lags, median, planning)));
  }

  private static String text(long[] lags, long median, OptionalLong planning) {
    long zone = nearestZone(median);
    boolean exact = Math.abs(median - zone) <= TOLERANCE;
    boolean plan = exact && planning.isPresent() && nearestZone(planning.getAsLong()) == zone;
    long agreeing = Arrays.stream(lags).filter(lag -> nearestZone(lag) == zone).count();
    return "the two clocks of this file disagree by "
        + (exact
            ? PegasusSeconds.words(Math.abs(zone) / MINUTE) + ", as with a wrong time zone"
            : "about " + PegasusSeconds.words(Math.abs(median) / MINUTE))
        + ": events of jobs are "
        + (median > 0 ? "ahead of" : "behind")
        + " the start times measured on the hosts ("
        + agreeing
        + " of "
        + lags.length
        + " attempts)"
        + (plan ? " and the time of planning" : "")
        + "; times of this run are those of the events, durations are not affected";
  }

  private static Optional<Diagnostic> suspicion(long lag) {
    long zone = nearestZone(lag);
    if (zone == 0 || lag < zone || lag - zone > 2 * MINUTE) {
      return Optional.empty();
    }
    return Optional.of(
        Diagnostic.info(
            "clocks",
            "the run starts "
                + PegasusSeconds.words(zone / MINUTE)
                + " after its planning, almost to the minute: one of the two times may have a wrong"
                + " time zone; times of this run are those of the events"));
  }

  private static LongStream lags(PlannedWorkflow plan) {
    return plan.jobs().values().stream()
        .flatMap(job -> job.attempts().stream())
        .filter(JobInstance::isMeasured)
        .map(ClockCheck::lag)
        .flatMapToLong(OptionalLong::stream);
  }

  private static OptionalLong lag(JobInstance attempt) {
    OptionalLong seen = attempt.firstOf(Moment.MAIN_TERM, Moment.MAIN_END);
    OptionalLong measured = attempt.invocations().lastEnd();
    return difference(seen, measured);
  }

  private static OptionalLong difference(OptionalLong later, OptionalLong earlier) {
    return later.isEmpty() || earlier.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(seconds(later) - seconds(earlier));
  }

  private static long seconds(OptionalLong nanos) {
    return Math.floorDiv(nanos.getAsLong(), Times.NANOS_PER_SECOND);
  }

  /** Returns the nearest multiple of half an hour. */
  private static long nearestZone(long seconds) {
    return Math.floorDiv(seconds + HALF_HOUR / 2, HALF_HOUR) * HALF_HOUR;
  }
}
