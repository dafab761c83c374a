package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Factors by which quantiles have to be stretched about the median, in the log of the time, so that
 * 80 % of the times predicted earlier lie between the quantiles of 10 and 90 %. Each run has a
 * given weight, however many predictions it has. Few runs say little: the log of a factor is shrunk
 * by n / (n + 2) for n runs. Immutable and thread-safe.
 *
 * @param lower factor below the median, above 0
 * @param upper factor above the median, above 0
 */
public record Calibration(double lower, double upper) {
  /** Leaves quantiles as they are. */
  public static final Calibration NONE = new Calibration(1, 1);

  private static final double COVERED = 0.8;

  /** Smallest factor, which keeps quantiles apart even if predictions were met exactly. */
  private static final double LEAST = 0.05;

  /** Weight of the factor 1, in runs. */
  private static final double WORTH = 2;

  /**
   * Checks the factors.
   *
   * @throws IllegalArgumentException if one is not above 0, or not finite
   */
  public Calibration {
    if (!(lower > 0
        && lower < Double.POSITIVE_INFINITY
        && upper > 0
        && upper < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "factors must be above 0 and finite, but are " + lower + " and " + upper);
    }
  }

  /**
   * A predicted time and the actual one. Immutable and thread-safe.
   *
   * @param run name of the run that was predicted
   * @param seconds actual time, 0 or more
   * @param q10 quantile of 10 %, seconds
   * @param q50 median, seconds
   * @param q90 quantile of 90 %, seconds
   */
  public record Outcome(String run, double seconds, double q10, double q50, double q90) {
    private static final double EARLY = 0.1;

    /**
     * Returns the outcome of a prediction of an activity.
     *
     * @param run name of the run that was predicted
     * @param estimate estimate made in advance
     * @param seconds actual time, 0 or more
     * @return the outcome, without regard to earlier ones
     */
    public static Outcome of(String run, ServiceEstimate estimate, double seconds) {
      ServiceQuantiles law = ServiceQuantiles.plain();
      return new Outcome(
          run,
          seconds,
          law.seconds(estimate, EARLY),
          law.seconds(estimate, 0.5),
          law.seconds(estimate, 1 - EARLY));
    }

    private boolean isLate() {
      return seconds > q50;
    }

    private double share() {
      double reach = LogTime.of(isLate() ? q90 : q10) - LogTime.of(q50);
      double error = LogTime.of(seconds) - LogTime.of(q50);
      return reach == 0 ? 1 : error / reach;
    }
  }

  /**
   * Learns from earlier predictions of the same workflow.
   *
   * @param outcomes outcomes of these predictions, in any order; may be empty
   * @param weights weight of each run by its name: above 0
   * @return factors that would have been right, shrunk towards 1
   */
  public static Calibration learn(Collection<Outcome> outcomes, ToDoubleFunction<String> weights) {
    double runs = outcomes.stream().map(Outcome::run).distinct().count();
    double trust = runs / (runs + WORTH);
    return new Calibration(
        stretched(outcomes.stream().filter(outcome -> !outcome.isLate()).toList(), weights, trust),
        stretched(outcomes.stream().filter(Outcome::isLate).toList(), weights, trust));
  }

  private static double stretched(
      List<Outcome> side, ToDoubleFunction<String> weights, double trust) {
    List<Outcome> sorted =
        side.stream().sorted(Comparator.comparingDouble(Outcome::share)).toList();
    return sorted.isEmpty()
        ? 1
        : Math.exp(trust * Math.log(Math.max(LEAST, quantile(sorted, weights))));
  }

  /**
   * Returns the share that 80 % of the runs, by weight, do not exceed. The predictions of a run
   * count together as one, because activities of one run err alike.
   */
  private static double quantile(List<Outcome> sorted, ToDoubleFunction<String> weights) {
    Map<String, Long> counts =
        sorted.stream().collect(Collectors.groupingBy(Outcome::run, Collectors.counting()));
    double left = COVERED * counts.keySet().stream().mapToDouble(weights).sum();
    for (Outcome outcome : sorted) {
      left -= weights.applyAsDouble(outcome.run()) / counts.get(outcome.run());
      if (left <= 0) {
        return outcome.share();
      }
    }
    return sorted.get(sorted.size() - 1).share();
  }

  /** Both factors. */
  public List<Double> saved() {
    return List.of(lower, upper);
  }

  /** Restores what {@link #saved} returned. */
  public static Calibration from(Saved saved) {
    List<Saved> both = saved.elements(2, "[lower, upper]");
    return new Calibration(both.get(0).positive(), both.get(1).positive());
  }

  /**
   * Returns a calibration that moves quantiles apart where this one does, and never together.
   *
   * @return factors of 1 or more
   */
  public Calibration widening() {
    return new Calibration(Math.max(1, lower), Math.max(1, upper));
  }

  /** The factor of a quantile. */
  double stretch(double probability) {
    return probability < 0.5 ? lower : upper;
  }
}
