package io.flowgauge.instrumentation.shared;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A sensor as the instrumenter itself knows it, without trusting the memory. Immutable and
 * thread-safe.
 *
 * @param whyUncounted why it counts no events at all, whatever was requested; empty if it can count
 * @param costNanos estimated cost of every call, in nanoseconds
 * @param readingNanos further cost of a call at which processor time and counters are read, in
 *     nanoseconds
 * @param installed whether it is in place, to the instrumenter's knowledge
 */
public record SharedSensor(
    CodeRegion region,
    Set<Metric> metrics,
    Optional<String> whyUncounted,
    double costNanos,
    double readingNanos,
    boolean installed) {
  /**
   * Checks and copies the parts.
   *
   * @param whyUncounted why it counts no events
   * @param installed whether it is in place
   */
  public SharedSensor {
    Objects.requireNonNull(region, "region");
    metrics = Set.copyOf(metrics);
    Objects.requireNonNull(whyUncounted, "whyUncounted");
    costNanos = finite(costNanos);
    readingNanos = finite(readingNanos);
  }

  /**
   * Creates a sensor whose calls all cost the same.
   *
   * @param whyUncounted why it counts no events
   * @param installed whether it is in place
   */
  public SharedSensor(
      CodeRegion region,
      Set<Metric> metrics,
      Optional<String> whyUncounted,
      double costNanos,
      boolean installed) {
    this(region, metrics, whyUncounted, costNanos, 0, installed);
  }

  private static double finite(double nanos) {
    return nanos >= 0 && nanos < Double.POSITIVE_INFINITY ? nanos : 0;
  }

  /** Returns the cost of a call at which everything is read, in nanoseconds. */
  public double highestCostNanos() {
    return costNanos + readingNanos;
  }

  /** Returns the counters among the metrics requested. */
  List<Metric> counters() {
    return Metric.counters().stream().filter(metrics::contains).toList();
  }

  /** Whether its counters are to be read. */
  boolean isCounting() {
    return whyUncounted.isEmpty() && !counters().isEmpty();
  }
}
