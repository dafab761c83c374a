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

  /** Reads the times of a run. */
  public ObservedTimes(WorkflowRun run) {
    this.run = run;
    observed = new ObservedActivity[run.workflow().activityCount()];
    Arrays.setAll(observed, k -> ObservedActivity.of(run.execution(k)));
  }

  /**
   * Whether an activity has completed, or never will because it was skipped or the run has ended.
   */
  public boolean isOver(int activity) {
    return run.isEnded() || observed[activity].isSkipped() || isCompleted(activity);
  }

  /** Whether an activity has completed, as far as is known. */
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

  /** Whether an activity took more than one attempt. */
  public boolean isRetried(int activity) {
    return attempts(activity).size() > 1;
  }

  List<Attempt> attempts(int activity) {
    return observed[activity].attempts();
  }

  /** Returns the time of the application on its resource, in seconds. */
  public OptionalDouble service(int activity) {
    return observed[activity].service();
  }

  /**
   * Returns when an attempt became active: no later than its end less the time of its application,
   * because engines that poll learn of the start late.
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
   * Returns when an activity could begin: at the end of its last predecessor or at the start of the
   * run, independent of when it was submitted, but not after it became active, in case clocks
   * disagree. If the end of a predecessor is unknown, this is its own first event; empty if it has
   * none.
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

  /** Returns the time from ready to the end, less the service time, in seconds. */
  public OptionalDouble latency(int activity) {
    OptionalLong ready = ready(activity);
    OptionalLong ended = ended(activity);
    return ready.isPresent() && ended.isPresent()
        ? minusService(ended.getAsLong() - ready.getAsLong(), service(activity))
        : OptionalDouble.empty();
  }

  /** Returns the time for which an activity held slots, less the service time, in seconds. */
  public OptionalDouble latency(int activity, SlotTimes slots) {
    return observed[activity].isTimed()
        ? minusService(slots.heldNanos(activity), service(activity))
        : OptionalDouble.empty();
  }

  private static OptionalDouble minusService(long nanos, OptionalDouble service) {
    return service.isPresent()
        ? OptionalDouble.of(Times.seconds(nanos) - service.getAsDouble())
        : OptionalDouble.empty();
  }
}
