package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Times of activities. Those that completed at the first attempt are kept apart from those that
 * were retried: a fit to all of them would smooth over the few much longer times, which determine a
 * makespan. Not thread-safe while times are added, thread-safe afterwards. No times may be added
 * after the first call of {@link #fit} or {@link #law}.
 */
final class LatencySample {
  /** Least number of values to which a law is fitted. */
  static final int FEWEST = 8;

  /**
   * Distances of samples from a law fitted to them, times the root of their size, that 99 % of
   * samples do not exceed (Lilliefors 1967, 1969): for two parameters, and for the exponential law.
   */
  private static final double TWO_PARAMETERS = 1.04;

  private static final double ONE_PARAMETER = 1.3;

  /**
   * The 99 % quantile of Kolmogorov's law, which holds for a law with given parameters: between its
   * smallest and its largest value, a sample of a uniform law is one of the uniform law fitted.
   */
  private static final double KOLMOGOROV = 1.63;

  private final List<Double> smooth = new ArrayList<>();
  private final List<Double> retried = new ArrayList<>();

  /** Computed when first needed, because fits take long; racing threads compute equal values. */
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

  /** Returns the best fit to the times of first attempts; empty if they are not different. */
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

  /**
   * Returns the fit to the times of first attempts if it is good, else these times themselves;
   * mixed with the times of retried activities. Empty if there are no times.
   */
  Optional<Law> law() {
    Optional<Law> made = law;
    if (made == null) {
      made = combinedLaw();
      law = made;
    }
    return made;
  }

  private Optional<Law> combinedLaw() {
    if (smooth.isEmpty() || retried.isEmpty()) {
      return smooth.isEmpty() ? sample(retried) : smooth();
    }
    List<Double> weights = List.of((double) smooth.size(), (double) retried.size());
    List<Law> laws = List.of(smooth().orElseThrow(), sample(retried).orElseThrow());
    return Optional.of(Law.mixture(weights, laws));
  }

  private Optional<Law> smooth() {
    return fit()
        .filter(fit -> smooth.size() >= FEWEST && isGood(fit))
        .map(LawFit::law)
        .map(law -> law.lower() < 0 ? law.clippedAtZero() : law)
        .or(() -> sample(smooth));
  }

  private boolean isGood(LawFit fit) {
    double fitted = fit.parameters() == 1 ? ONE_PARAMETER : TWO_PARAMETERS;
    boolean isUniform = Double.isFinite(fit.law().upper());
    return fit.kolmogorovSmirnov() * Math.sqrt(smooth.size()) <= (isUniform ? KOLMOGOROV : fitted);
  }

  private static Optional<Law> sample(List<Double> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(Law.empirical(array(values)));
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(value -> value).toArray();
  }
}
