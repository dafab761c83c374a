package io.flowgauge.traces.toil;

import io.flowgauge.run.EventType;
import java.util.Optional;
import java.util.OptionalLong;

/** One issue of a job; times in epoch nanoseconds. Not thread-safe. */
final class ToilAttempt {
  private static final long SECOND = 1_000_000_000;

  /** Version of the job when it was issued; empty if the log does not tell of the issue. */
  final String version;

  OptionalLong issued = OptionalLong.empty();

  /** When the worker began, and was done with it. */
  OptionalLong begun = OptionalLong.empty();

  OptionalLong done = OptionalLong.empty();

  /** When the leader took notice of the end. */
  OptionalLong ended = OptionalLong.empty();

  Optional<EventType> outcome = Optional.empty();
  OptionalLong wallclock = OptionalLong.empty();
  String host = "";

  ToilAttempt(String version) {
    this.version = version;
  }

  boolean failed() {
    return outcome.equals(Optional.of(EventType.FAILED));
  }

  /** The leader's time, which is cut to whole seconds, or else the worker's. */
  OptionalLong end() {
    boolean isCut =
        ended.isPresent()
            && done.isPresent()
            && done.getAsLong() > ended.getAsLong()
            && done.getAsLong() - ended.getAsLong() < SECOND;
    return ended.isEmpty() || isCut ? done : ended;
  }
}
