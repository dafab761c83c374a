package io.flowgauge.instrumentation.shared;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What the instrumenter itself knows of a sensor, and need not believe the memory. Immutable and
 * thread-safe.
 *
 * @param region the region
 * @param metrics what was asked for
 * @param counters hardware counters asked for, and what became of them
 * @param costNanos estimate of what one call costs, in nanoseconds
 * @param installed whether it is in place, as far as is known here
 */
public record SharedSensor(
    CodeRegion region,
    Set<Metric> metrics,
    Map<Metric, Measured> counters,
    double costNanos,
    boolean installed) {
  /**
   * Checks and copies the parts.
   *
   * @param region the region
   * @param metrics what was asked for
   * @param counters hardware counters asked for
   * @param costNanos what one call costs
   * @param installed whether it is in place
   */
  public SharedSensor {
    Objects.requireNonNull(region, "region");
    metrics = Set.copyOf(metrics);
    counters = Map.copyOf(counters);
    costNanos = costNanos >= 0 && costNanos < Double.POSITIVE_INFINITY ? costNanos : 0;
  }
}
