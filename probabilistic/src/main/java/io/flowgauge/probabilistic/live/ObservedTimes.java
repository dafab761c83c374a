package io.flowgauge.probabilistic.live;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** When the activities of a run were ready, ran and ended. Immutable and thread-safe. */
final class ObservedTimes {
  private final WorkflowRun run;
  private final OptionalLong[] ends;

  ObservedTimes(WorkflowRun run) {
    this.run = run;
    ends = new OptionalLong[run.workflow().activityCount()];
    for (int k = 0; k < ends.length; k++) {
      ends[k] = end(run.execution(k));
    }
  }

  /** What depends on a skipped activity could begin as soon as that was decided. */
  private static OptionalLong end(ActivityExecution execution) {
    if (execution.isSkipped()) {
      return execution.graph().events().stream().mapToLong(ActivityEvent::epochNanos).max();
    }
    return execution.attempts().stream()
        .filter(attempt -> attempt.outcome().filter(EventType.COMPLETED::equals).isPresent())
        .flatMapToLong(attempt -> attempt.ended().stream())
        .max();
  }

  /** Whether it has completed, or never will, since it was skipped. */
  boolean isOver(int activity) {
    return isSkipped(activity) || isCompleted(activity);
  }

  private boolean isSkipped(int activity) {
    return run.execution(activity).isSkipped();
  }

  boolean isCompleted(int activity) {
    if (isSkipped(activity)) {
      return false;
    }
    return ends[activity].isPresent() || (leftNoEvent(activity) && service(activity).isPresent());
  }

  /** Whether it took more than one attempt. */
  boolean isRetried(int activity) {
    return run.execution(activity).attempts().size() > 1;
  }

  private boolean leftNoEvent(int activity) {
    return run.execution(activity).attempts().isEmpty();
  }

  /** Time of the application on its resource, in seconds. */
  OptionalDouble service(int activity) {
    ActivityExecution execution = run.execution(activity);
    if (execution.wallclock().isPresent()) {
      return OptionalDouble.of(Times.seconds(execution.wallclock().get().toNanos()));
    }
    OptionalLong active = active(execution);
    if (active.isEmpty() || ends[activity].isEmpty()) {
      return OptionalDouble.empty();
    }
    long nanos = ends[activity].getAsLong() - active.getAsLong() - suspended(execution, active);
    return OptionalDouble.of(Times.seconds(Math.max(0, nanos)));
  }

  private static OptionalLong active(ActivityExecution execution) {
    List<Attempt> attempts = execution.attempts();
    return attempts.isEmpty() ? OptionalLong.empty() : attempts.get(attempts.size() - 1).active();
  }

  /**
   * When an attempt was active from, at the latest so long before its end as its application took:
   * who polls learns of the begin late.
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

  private static long suspended(ActivityExecution execution, OptionalLong since) {
    return execution.graph().states().stream()
        .filter(state -> state.state() == ActivityState.SUSPENDED)
        .filter(state -> state.leading().epochNanos() >= since.orElse(0))
        .map(StateInterval::duration)
        .mapToLong(Times::saturatedNanos)
        .sum();
  }

  /**
   * When an activity could begin: with the last of its predecessors or the run, whenever it was
   * submitted; but where clocks disagree not after it was active. With a predecessor whose end is
   * unknown, its first event; empty if it has none.
   */
  OptionalLong ready(int activity) {
    OptionalLong possible = run.startNanos();
    for (int predecessor : run.workflow().predecessors(activity)) {
      if (ends[predecessor].isEmpty()) {
        return first(activity);
      }
      possible =
          OptionalLong.of(Math.max(possible.orElse(Long.MIN_VALUE), ends[predecessor].getAsLong()));
    }
    OptionalLong active = firstActive(activity);
    return possible.isPresent() && active.isPresent()
        ? OptionalLong.of(Math.min(possible.getAsLong(), active.getAsLong()))
        : possible;
  }

  private OptionalLong first(int activity) {
    return run.execution(activity).attempts().stream()
        .flatMapToLong(
            attempt ->
                Stream.of(
                        attempt.started(), attempt.submitted(), attempt.pending(), attempt.active())
                    .flatMapToLong(OptionalLong::stream))
        .min();
  }

  private OptionalLong firstActive(int activity) {
    return run.execution(activity).attempts().stream()
        .flatMapToLong(attempt -> attempt.active().stream())
        .min();
  }

  /** From ready to the end, less service. */
  OptionalDouble latency(int activity) {
    return ready(activity).isPresent() && ends[activity].isPresent()
        ? less(ends[activity].getAsLong() - ready(activity).getAsLong(), service(activity))
        : OptionalDouble.empty();
  }

  /** Time for which an activity held slots, less service. */
  OptionalDouble latency(int activity, SlotTimes slots) {
    return active(run.execution(activity)).isPresent() && ends[activity].isPresent()
        ? less(slots.heldNanos(activity), service(activity))
        : OptionalDouble.empty();
  }

  private static OptionalDouble less(long nanos, OptionalDouble service) {
    return service.isPresent()
        ? OptionalDouble.of(Times.seconds(nanos) - service.getAsDouble())
        : OptionalDouble.empty();
  }
}
