package io.flowgauge.instrumentation;

import java.util.Objects;
import java.util.Optional;

/**
 * The outcome of a request for one region. Immutable and thread-safe.
 *
 * @param region the region
 * @param refusal why there is no sensor; empty if there is one
 * @param backend how the sensor is put in
 * @param costNanos estimated cost of one call, in nanoseconds
 */
public record SensorResult(
    CodeRegion region, Optional<Refusal> refusal, Backend backend, double costNanos) {
  /**
   * Checks the parts.
   *
   * @param region the region
   * @param refusal why there is no sensor
   * @param backend how the sensor is put in
   * @param costNanos cost of a call
   */
  public SensorResult {
    Objects.requireNonNull(region, "region");
    Objects.requireNonNull(refusal, "refusal");
    Objects.requireNonNull(backend, "backend");
  }

  /**
   * Whether the request succeeded for this region.
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
