package io.flowgauge.learning.forecast;

import java.util.List;

/**
 * By what factor recorded makespans differ from those that were simulated with the service times
 * that had been recorded: what slots, delays and failures do not explain. Its logarithm varies with
 * Student's distribution with 4 degrees of freedom. Immutable and thread-safe.
 *
 * @param mean of the logarithm, drawn towards 0
 * @param sd scale of its variation
 */
record Ratio(double mean, double sd) implements Unexplained {
  /** The expected ratio if no run shows it. */
  static final Ratio NONE = of(List.of());

  /** Weight of no difference: that of half a run. */
  private static final double PRIOR_RUNS = 0.5;

  /** What is expected of a run before any was seen, with the weight of two runs. */
  private static final double PRIOR_SD = 0.1;

  private static final double PRIOR_WEIGHT = 2;

  /** The ratio of some runs: logarithms of recorded over simulated. */
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
