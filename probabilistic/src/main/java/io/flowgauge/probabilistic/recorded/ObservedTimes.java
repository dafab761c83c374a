package io.flowgauge.probabilistic.recorded;

import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** When the activities of a run were ready, ran and ended. Immutable and thread-safe. */
public final class ObservedTimes {
  private final WorkflowRun run;
  private final ObservedActivity[] observed;

  /** The times of a run. */
  public ObservedTimes(WorkflowRun run) {
    this.run = run;
    observed = new ObservedActivity[run.workflow().activityCount()];
    Arrays.setAll(observed, k -> ObservedActivity.of(run.execution(k)));
  }

  /** Whether it has completed, or never will because it was skipped or the run has ended. */
  public boolean isOver(int activity) {
    return run.isEnded() || observed[activity].isSkipped() || isCompleted(activity);
  }

  /** Whether it has completed, as far as is known. */
  public boolean isCompleted(int activity) {
    if (observed[activity].isSkipped()) {
      return false;
    }
    boolean leftNoEvent = attempts(activity).isEmpty();
    return ended(activity).isPresent() || (leftNoEvent && service(activity).isPresent());
  }

  private OptionalLong ended(int activity) {
    return observed[activity].ended();
  }

  /** Whether it took more than one attempt. */
  public boolean isRetried(int activity) {
    return attempts(activity).size() > 1;
  }

  List<Attempt> attempts(int activity) {
    return observed[activity].attempts();
  }

  /** Time of the application on its resource, in seconds. */
  public OptionalDouble service(int activity) {
    return observed[activity].service();
  }

  /**
   * When an attempt became active: no later than its end less the time its application took, as
   * engines that poll learn of the beginning late.
   */
  long active(int activity, Attempt attempt, long ended) {
    long seen = attempt.active().orElseThrow();
    boolean isMeasured = attempt.outcome().filter(EventType.COMPLETED::equals).isPresent();
    return run.execution(activity)
        .wallclock()
        .filter(time -> isMeasured)
        .map(time -> Math.min(seen, ended - Times.saturatedNanos(time)))
        .orElse(seen);
  }

  /**
   * When an activity could begin: at the end of its last predecessor or the start of the run,
   * whenever it was submitted, but, if clocks disagree, not after it was active. If the end of a
   * predecessor is unknown, its own first event; empty if it has none.
   */
  public OptionalLong ready(int activity) {
    OptionalLong possible = run.startNanos();
    for (int predecessor : run.workflow().predecessors(activity)) {
      if (ended(predecessor).isEmpty()) {
        return observed[activity].first();
      }
      possible =
          OptionalLong.of(
              Math.max(possible.orElse(Long.MIN_VALUE), ended(predecessor).getAsLong()));
    }
    OptionalLong active = observed[activity].firstActive();
    return possible.isPresent() && active.isPresent()
        ? OptionalLong.of(Math.min(possible.getAsLong(), active.getAsLong()))
        : possible;
  }

  /** From ready to the end, less service. */
  public OptionalDouble latency(int activity) {
    OptionalLong ready = ready(activity);
    OptionalLong ended = ended(activity);
    return ready.isPresent() && ended.isPresent()
        ? less(ended.getAsLong() - ready.getAsLong(), service(activity))
        : OptionalDouble.empty();
  }

  /** Time for which an activity held slots, less service. */
  public OptionalDouble latency(int activity, SlotTimes slots) {
    return observed[activity].isTimed()
        ? less(slots.heldNanos(activity), service(activity))
        : OptionalDouble.empty();
  }

  private static OptionalDouble less(long nanos, OptionalDouble service) {
    return service.isPresent()
        ? OptionalDouble.of(Times.seconds(nanos) - service.getAsDouble())
        : OptionalDouble.empty();
  }
}
