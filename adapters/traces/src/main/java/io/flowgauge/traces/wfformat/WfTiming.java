package io.flowgauge.traces.wfformat;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.StateInterval;
import io.flowgauge.trace.Times;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When the last attempt of an activity became active, and T(a).
 *
 * @param active time of ACTIVE, if there was one
 * @param completed time of COMPLETED, if there was one
 * @param runtime T(a), measured or derived from the events; empty if neither is possible
 * @param derived whether T(a) is derived from the events
 */
record WfTiming(
    OptionalLong active, OptionalLong completed, Optional<Duration> runtime, boolean derived) {

  static WfTiming of(ActivityExecution execution) {
    List<Attempt> attempts = execution.attempts();
    if (attempts.isEmpty()) {
      return new WfTiming(OptionalLong.empty(), OptionalLong.empty(), execution.wallclock(), false);
    }
    Attempt last = attempts.get(attempts.size() - 1);
    boolean done = last.outcome().equals(Optional.of(EventType.COMPLETED));
    OptionalLong completed = done ? last.ended() : OptionalLong.empty();
    if (execution.wallclock().isPresent()) {
      return new WfTiming(last.active(), completed, execution.wallclock(), false);
    }
    return new WfTiming(last.active(), completed, processing(execution, last, completed), true);
  }

  /**
   * Returns T(a) derived from the events, for activities that were not measured (definitions,
   * "Events and states").
   */
  private static Optional<Duration> processing(
      ActivityExecution execution, Attempt last, OptionalLong completed) {
    if (last.active().isEmpty() || completed.isEmpty()) {
      return Optional.empty();
    }
    Duration suspended =
        execution.graph().states().stream()
            .filter(state -> state.state() == ActivityState.SUSPENDED)
            .filter(state -> state.leading().attempt() == last.number())
            .map(StateInterval::duration)
            .reduce(Duration.ZERO, Duration::plus);
    Duration active = Duration.ofNanos(completed.getAsLong() - last.active().getAsLong());
    return Optional.of(active.minus(suspended)).filter(time -> !time.isNegative());
  }

  /** Returns the number of events that a reader recovers. */
  int events() {
    return active.isEmpty() ? 0 : completed.isPresent() && endsWithRuntime() ? 2 : 1;
  }

  /** Whether a reader recovers the time of COMPLETED by adding T(a) to ACTIVE. */
  boolean endsWithRuntime() {
    return active.isEmpty()
        || completed.isEmpty()
        || runtime.isEmpty()
        || completed.getAsLong() - active.getAsLong() == Times.saturatedNanos(runtime.get());
  }
}
