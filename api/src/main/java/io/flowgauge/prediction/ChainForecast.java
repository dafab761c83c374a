package io.flowgauge.prediction;

import java.util.Optional;

/**
 * Forecast of services in a row, with the makespan they would have without variability.
 * Implementations are immutable and thread-safe.
 */
public interface ChainForecast extends Forecast {

  /**
   * The path that is forecast: the one with the greatest expected makespan for this number of data
   * segments and this mode.
   *
   * @return its name, or empty if the only path has no name
   */
  Optional<String> path();

  /**
   * The makespan of this path if every latency equalled its mean, {@code Σ r_i + Σ E[R_i]}.
   *
   * @return seconds; infinite where a latency has no mean
   */
  double deterministicSeconds();

  /**
   * The time of this path if all jobs ran one after another, {@code n_D (Σ r_i + Σ E[R_i])}.
   *
   * @return seconds; infinite where a latency has no mean
   */
  double sequentialSeconds();

  /**
   * Cost of variability: the ratio of expected to deterministic makespan.
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
