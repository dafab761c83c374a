package io.flowgauge.instrumentation.shared;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What the instrumenter itself knows of a sensor, and need not believe the memory. Immutable and
 * thread-safe.
 *
 * @param region the region
 * @param metrics what was asked for
 * @param uncounted why it counts no events at all, whatever was asked for; empty if it may
 * @param costNanos estimate of what every call costs, in nanoseconds
 * @param readingNanos what is added at a call where processor time and counters are read
 * @param installed whether it is in place, as far as is known here
 */
public record SharedSensor(
    CodeRegion region,
    Set<Metric> metrics,
    Optional<String> uncounted,
    double costNanos,
    double readingNanos,
    boolean installed) {
  /**
   * Checks and copies the parts.
   *
   * @param region the region
   * @param metrics what was asked for
   * @param uncounted why it counts no events
   * @param costNanos what every call costs
   * @param readingNanos what reading adds
   * @param installed whether it is in place
   */
  public SharedSensor {
    Objects.requireNonNull(region, "region");
    metrics = Set.copyOf(metrics);
    Objects.requireNonNull(uncounted, "uncounted");
    costNanos = finite(costNanos);
    readingNanos = finite(readingNanos);
  }

  /**
   * A sensor whose calls all cost the same.
   *
   * @param region the region
   * @param metrics what was asked for
   * @param uncounted why it counts no events
   * @param costNanos what every call costs
   * @param installed whether it is in place
   */
  public SharedSensor(
      CodeRegion region,
      Set<Metric> metrics,
      Optional<String> uncounted,
      double costNanos,
      boolean installed) {
    this(region, metrics, uncounted, costNanos, 0, installed);
  }

  private static double finite(double nanos) {
    return nanos >= 0 && nanos < Double.POSITIVE_INFINITY ? nanos : 0;
  }

  /**
   * What a call costs at which all is read.
   *
   * @return nanoseconds
   */
  public double mostNanos() {
    return costNanos + readingNanos;
  }

  /** The counters among what was asked for. */
  List<Metric> counters() {
    return Metric.counters().stream().filter(metrics::contains).toList();
  }

  /** Whether what was counted is to be read. */
  boolean isCounting() {
    return uncounted.isEmpty() && !counters().isEmpty();
  }
}
