package io.flowgauge.prediction;

import java.util.SortedMap;

/**
 * Forecasts for several numbers of data segments, with the metrics that [Glatard] derives from
 * them. The line and the ratios are valid only for the range they were computed over, because the
 * expected makespan grows with the logarithm of the number of data segments rather than linearly.
 * Implementations are immutable and thread-safe.
 */
public interface Sweep {

  /**
   * The forecasts.
   *
   * @return forecasts by number of data segments
   */
  SortedMap<Long, ChainForecast> forecasts();

  /**
   * Intercept of the least-squares line of the expected makespan over the number of data segments:
   * its value at 0, which is not the time of a single data segment.
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
   * @return ratio of sequential time to expected makespan
   * @throws IllegalStateException if a mean is infinite
   */
  double maximalSpeedup();

  /**
   * The greatest cost of variability.
   *
   * @return ratio of expected to deterministic makespan
   * @throws IllegalStateException if a mean is infinite
   */
  double variabilityFactor();
}
