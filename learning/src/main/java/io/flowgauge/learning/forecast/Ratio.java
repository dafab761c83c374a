package io.flowgauge.learning.forecast;

import java.util.List;

/**
 * The factor by which recorded makespans differ from those simulated with the recorded service
 * times, that is, what slots, delays and failures do not explain. Its logarithm has Student's
 * distribution with 4 degrees of freedom. Immutable and thread-safe.
 *
 * @param mean mean of the logarithm, shrunk towards 0
 * @param sd scale of the distribution
 */
record Ratio(double mean, double sd) implements Unexplained {
  /** The ratio to expect if no run shows one. */
  static final Ratio NONE = of(List.of());

  /** Weight of no difference, in runs. */
  private static final double PRIOR_RUNS = 0.5;

  /** Scale to expect before any run was seen, and its weight, in runs. */
  private static final double PRIOR_SD = 0.1;

  private static final double PRIOR_WEIGHT = 2;

  /** Learns from the logarithms of recorded over simulated makespans. */
  static Ratio of(List<Double> logs) {
    double mean = logs.stream().mapToDouble(v -> v).sum() / (logs.size() + PRIOR_RUNS);
    double squares = logs.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    double prior = PRIOR_WEIGHT * PRIOR_SD * PRIOR_SD;
    return new Ratio(mean, Math.sqrt((squares + prior) / (logs.size() + PRIOR_WEIGHT)));
  }

  @Override
  public double recorded(double simulated, double deviation) {
    return simulated * Math.exp(mean + sd * deviation);
  }
}
