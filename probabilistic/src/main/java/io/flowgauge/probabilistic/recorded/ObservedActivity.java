package io.flowgauge.probabilistic.recorded;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.StateInterval;
import io.flowgauge.trace.Times;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The observations of an activity, read once, because a run recreates its views on each call.
 *
 * @param ended when its successors could begin, in nanoseconds since the epoch
 * @param service time of the application on its resource, in seconds
 */
record ObservedActivity(
    boolean isSkipped, List<Attempt> attempts, OptionalLong ended, OptionalDouble service) {

  static ObservedActivity of(ActivityExecution execution) {
    List<Attempt> attempts = execution.attempts();
    OptionalLong ended = execution.isSkipped() ? skippedAt(execution) : completed(attempts);
    return new ObservedActivity(
        execution.isSkipped(), attempts, ended, service(execution, attempts, ended));
  }

  /** Returns when it was decided to skip an activity; its successors could begin then. */
  private static OptionalLong skippedAt(ActivityExecution skipped) {
    return skipped.graph().events().stream().mapToLong(ActivityEvent::epochNanos).max();
  }

  private static OptionalLong completed(List<Attempt> attempts) {
    return attempts.stream()
        .filter(attempt -> attempt.outcome().filter(EventType.COMPLETED::equals).isPresent())
        .flatMapToLong(attempt -> attempt.ended().stream())
        .max();
  }

  private static OptionalDouble service(
      ActivityExecution execution, List<Attempt> attempts, OptionalLong ended) {
    if (execution.wallclock().isPresent()) {
      return OptionalDouble.of(Times.seconds(execution.wallclock().get().toNanos()));
    }
    OptionalLong active = lastActive(attempts);
    if (active.isEmpty() || ended.isEmpty()) {
      return OptionalDouble.empty();
    }
    long nanos = ended.getAsLong() - active.getAsLong() - suspended(execution, active.getAsLong());
    return OptionalDouble.of(Times.seconds(Math.max(0, nanos)));
  }

  private static OptionalLong lastActive(List<Attempt> attempts) {
    return attempts.isEmpty() ? OptionalLong.empty() : attempts.get(attempts.size() - 1).active();
  }

  private static long suspended(ActivityExecution execution, long since) {
    return execution.graph().states().stream()
        .filter(state -> state.state() == ActivityState.SUSPENDED)
        .filter(state -> state.leading().epochNanos() >= since)
        .map(StateInterval::duration)
        .mapToLong(Times::saturatedNanos)
        .sum();
  }

  /** Whether the active time of its last attempt and its end are known. */
  boolean isTimed() {
    return lastActive(attempts).isPresent() && ended.isPresent();
  }

  OptionalLong firstActive() {
    return attempts.stream().flatMapToLong(attempt -> attempt.active().stream()).min();
  }

  /** Returns the time of its first event. */
  OptionalLong first() {
    return attempts.stream()
        .flatMapToLong(
            attempt ->
                Stream.of(
                        attempt.started(), attempt.submitted(), attempt.pending(), attempt.active())
                    .flatMapToLong(OptionalLong::stream))
        .min();
  }
}
