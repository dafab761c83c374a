package io.flowgauge.prediction;

import java.util.Optional;

/**
 * Forecast of services in a row, beside what would be without variability. Implementations are
 * immutable and thread-safe.
 */
public interface ChainForecast extends Forecast {

  /**
   * The path the forecast is of: the one of the greatest expected makespan for this number of data
   * segments and this mode.
   *
   * @return its name, or empty if there is but one path without a name
   */
  Optional<String> path();

  /**
   * The makespan if every latency were its mean, {@code Σ r_i + Σ E[R_i]}, of this path.
   *
   * @return seconds; infinite where a latency has no mean
   */
  double deterministicSeconds();

  /**
   * The time of one job after the other, {@code n_D (Σ r_i + Σ E[R_i])}, of this path.
   *
   * @return seconds; infinite where a latency has no mean
   */
  double sequentialSeconds();

  /**
   * What variability costs: expected over deterministic makespan.
   *
   * @return a ratio, 1 or more
   * @throws IllegalStateException if a mean is infinite or the deterministic makespan is not above
   *     0
   */
  double variabilityFactor();

  /**
   * Speedup over the sequential time.
   *
   * @return sequential time over expected makespan
   * @throws IllegalStateException if a mean is infinite or the expected makespan is not above 0
   */
  double speedup();
}
