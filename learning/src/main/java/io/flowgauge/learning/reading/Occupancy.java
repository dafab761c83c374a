package io.flowgauge.learning.reading;

import io.flowgauge.probabilistic.recorded.Hold;
import io.flowgauge.probabilistic.recorded.ObservedTimes;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * When an attempt had its slot to itself. An engine that polls learns of an end late, when the next
 * attempt may have the slot already. Therefore an attempt ends with its application if the
 * wall-clock time of that is known. Immutable and thread-safe.
 *
 * @param seen the attempt as the engine saw it
 * @param held the same attempt, ending with its application
 */
record Occupancy(Hold seen, Hold held) {

  /** The attempts of a run in the order in which they began. */
  static List<Occupancy> of(WorkflowRun run, ObservedTimes times) {
    return Hold.of(run, times).stream().map(seen -> new Occupancy(seen, held(run, seen))).toList();
  }

  private static Hold held(WorkflowRun run, Hold seen) {
    Optional<Duration> application =
        run.execution(seen.activity()).wallclock().filter(any -> isCompleted(seen));
    if (application.isEmpty()) {
      return seen;
    }
    long ended = seen.active() + Times.saturatedNanos(application.get());
    return new Hold(
        seen.activity(),
        seen.attempt(),
        seen.ready(),
        seen.active(),
        ended < seen.active() ? seen.ended() : Math.min(seen.ended(), ended));
  }

  boolean isCompleted() {
    return isCompleted(seen);
  }

  private static boolean isCompleted(Hold hold) {
    return hold.attempt().outcome().filter(EventType.COMPLETED::equals).isPresent();
  }

  static List<Hold> held(List<Occupancy> all) {
    return all.stream().map(Occupancy::held).toList();
  }
}
