package io.flowgauge.prediction;

import java.util.SortedMap;

/**
 * Forecasts over the number of data segments, and the paper's metrics of them. The expected
 * makespan grows with the logarithm of that number and not with the number: line and ratio belong
 * to the range they were computed over. Implementations are immutable and thread-safe.
 */
public interface Sweep {

  /**
   * The forecasts.
   *
   * @return by number of data segments
   */
  SortedMap<Long, ChainForecast> forecasts();

  /**
   * Where the least-squares line of the expected makespan over the number of data segments meets 0.
   * Not the time of a single data segment.
   *
   * @return seconds
   * @throws IllegalStateException if there are fewer than two numbers, or a mean is infinite
   */
  double yIntercept();

  /**
   * Slope of the least-squares line of the expected makespan over the number of data segments.
   *
   * @return seconds per data segment
   * @throws IllegalStateException if there are fewer than two numbers, or a mean is infinite
   */
  double slope();

  /**
   * The greatest speedup over the sequential time.
   *
   * @return sequential time over expected makespan
   * @throws IllegalStateException if a mean is infinite
   */
  double maximalSpeedup();

  /**
   * The greatest cost of variability.
   *
   * @return expected over deterministic makespan
   * @throws IllegalStateException if a mean is infinite
   */
  double variabilityFactor();
}
