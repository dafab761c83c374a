package io.flowgauge.instrumentation;

import java.util.Objects;
import java.util.Optional;

/**
 * An edge of the dynamic region call graph: calls of one region from another, both with sensors,
 * either directly or through functions without sensors. Immutable and thread-safe.
 *
 * @param caller the innermost region that was open; empty for none
 * @param callee the region called
 * @param calls number of calls that ended
 * @param totalNanos their wall time, in nanoseconds
 */
public record CallEdge(
    Optional<CodeRegion> caller, CodeRegion callee, long calls, double totalNanos) {
  /**
   * Checks the parts.
   *
   * @param caller the region that was open
   * @param callee the region called
   * @param calls how many ended
   * @param totalNanos their wall time
   */
  public CallEdge {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(callee, "callee");
  }

  @Override
  public String toString() {
    return "CallEdge["
        + caller.map(CodeRegion::qualifiedName).orElse("-")
        + " -> "
        + callee.qualifiedName()
        + ", "
        + calls
        + " calls, "
        + NanosText.of(totalNanos)
        + "]";
  }
}
