package io.flowgauge.instrumentation;

import java.util.Objects;
import java.util.Optional;

/**
 * What became of one region of a request. Immutable and thread-safe.
 *
 * @param region the region
 * @param refusal why there is no sensor; empty if there is one
 * @param backend by which means
 * @param costNanos estimate of what one call costs, in nanoseconds
 */
public record SensorResult(
    CodeRegion region, Optional<Refusal> refusal, Backend backend, double costNanos) {
  /**
   * Checks the parts.
   *
   * @param region the region
   * @param refusal why there is no sensor
   * @param backend by which means
   * @param costNanos cost of a call
   */
  public SensorResult {
    Objects.requireNonNull(region, "region");
    Objects.requireNonNull(refusal, "refusal");
    Objects.requireNonNull(backend, "backend");
  }

  /**
   * Whether it was done.
   *
   * @return true if nothing was refused
   */
  public boolean isDone() {
    return refusal.isEmpty();
  }

  @Override
  public String toString() {
    return "SensorResult["
        + region.qualifiedName()
        + ", "
        + refusal.map(Refusal::toString).orElse("done")
        + "]";
  }
}
