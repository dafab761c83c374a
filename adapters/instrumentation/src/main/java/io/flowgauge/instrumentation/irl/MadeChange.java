package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.AppliedChange;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The outcome of a change. Immutable and thread-safe.
 *
 * @param id id by which to undo it
 * @param before value of the variable before; empty for other changes
 * @param result what the function returned; empty for other changes, and if it returns nothing
 * @param took how long it took to make the change
 * @param stopped how long threads of the process were stopped for it
 * @param calls number of calls whose argument or result was rewritten, or that went to the other
 *     function
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
   * @param before value of the variable before
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
