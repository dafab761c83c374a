package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.AppliedChange;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of a change. Immutable and thread-safe.
 *
 * @param id by which it is undone
 * @param before what the variable was; empty for other changes
 * @param result what the function returned; empty for other changes, and if that is nothing
 * @param took how long making it took
 * @param stopped how long threads of the process were stopped for it
 * @param calls how many calls have met a rewritten argument or result, or went to another function
 */
public record MadeChange(
    String id,
    Optional<Number> before,
    Optional<Number> result,
    Duration took,
    Duration stopped,
    long calls) {
  /**
   * Checks the parts.
   *
   * @param id its id
   * @param before what the variable was
   * @param result what the function returned
   * @param took how long it took
   * @param stopped how long threads were stopped
   * @param calls how many calls
   * @throws IllegalArgumentException if the id is empty
   */
  public MadeChange {
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(took, "took");
    Objects.requireNonNull(stopped, "stopped");
    if (id.isEmpty()) {
      throw new IllegalArgumentException("the id of a change is empty");
    }
  }

  static MadeChange of(String id, AppliedChange change) {
    return new MadeChange(
        id, change.before(), change.result(), change.took(), change.stopped(), change.calls());
  }
}
