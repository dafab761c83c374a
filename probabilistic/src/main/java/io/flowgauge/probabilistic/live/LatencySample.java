package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Times of activities, with those that completed at the first attempt kept apart from those that
 * were retried: a fit to both would smooth over the few that took much longer, for which a makespan
 * waits. Not thread-safe while times are added; thread-safe then, and no longer added to once a law
 * was asked for.
 */
final class LatencySample {
  /** Least number of values that say enough about a law. */
  static final int FEWEST = 8;

  /** Kolmogorov's quantile of 99 %, for samples that are not small. */
  private static final double KOLMOGOROV = 1.63;

  private final List<Double> smooth = new ArrayList<>();
  private final List<Double> retried = new ArrayList<>();

  /** Made when first needed, as fits take long. Racing threads make equal ones. */
  private volatile Optional<LawFit> fit;

  private volatile Optional<Law> law;

  void add(double seconds, boolean isRetried) {
    (isRetried ? retried : smooth).add(seconds);
  }

  int size() {
    return smooth.size() + retried.size();
  }

  double[] values() {
    return Stream.concat(smooth.stream(), retried.stream()).mapToDouble(t -> t).toArray();
  }

  /** The best fit to what was done at the first attempt. */
  Optional<LawFit> fit() {
    Optional<LawFit> made = fit;
    if (made == null) {
      made = fitted();
      fit = made;
    }
    return made;
  }

  private Optional<LawFit> fitted() {
    boolean differ = smooth.stream().distinct().limit(2).count() == 2;
    return differ ? Optional.of(Law.fit(array(smooth)).get(0)) : Optional.empty();
  }

  /** The fit where it is good, else the values; and the values that were tried again. */
  Optional<Law> law() {
    Optional<Law> made = law;
    if (made == null) {
      made = found();
      law = made;
    }
    return made;
  }

  private Optional<Law> found() {
    if (smooth.isEmpty() || retried.isEmpty()) {
      return smooth.isEmpty() ? sample(retried) : smooth();
    }
    List<Double> weights = List.of((double) smooth.size(), (double) retried.size());
    List<Law> laws = List.of(smooth().orElseThrow(), sample(retried).orElseThrow());
    return Optional.of(Law.mixture(weights, laws));
  }

  private Optional<Law> smooth() {
    double farthest = KOLMOGOROV / Math.sqrt(smooth.size());
    return fit()
        .filter(fit -> smooth.size() >= FEWEST && fit.kolmogorovSmirnov() <= farthest)
        .map(LawFit::law)
        .map(law -> law.lower() < 0 ? law.clippedAtZero() : law)
        .or(() -> sample(smooth));
  }

  private static Optional<Law> sample(List<Double> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(Law.empirical(array(values)));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(value -> value).toArray();
  }
}
