package io.flowgauge.benchmarks.instrumentation;

import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;

/**
 * Estimates, from many pairs of times, by what fraction the first of a pair is longer than the
 * second. Uses the logarithm of each ratio, which treats both times alike. The estimate is that of
 * Hodges and Lehmann (1963), the median of the means of any two logarithms; its interval holds the
 * fractions that the signed rank test of Wilcoxon does not reject. Both are robust against bursts
 * that lengthen some of the times greatly. Immutable and thread-safe.
 */
final class PairedCost {
  /** With fewer, no interval of this confidence is bounded. */
  static final int FEWEST = 6;

  private static final double TAIL = 0.025;
  private static final Quantile QUARTILES = Quantile.withDefaults().withCopy(true);

  private final double[] ratios;

  /** Means of any two logarithms of ratios, including each with itself, sorted. */
  private final double[] means;

  /**
   * Compares the times of each pair.
   *
   * @throws IllegalArgumentException with fewer pairs than an interval needs, or a time of 0
   */
  PairedCost(double[] times, double[] others) {
    if (times.length < FEWEST || others.length != times.length) {
      throw new IllegalArgumentException(
          "needs " + FEWEST + " pairs or more, not " + times.length + " and " + others.length);
    }
    ratios = new double[times.length];
    Arrays.setAll(ratios, i -> Math.log(positive(times[i]) / positive(others[i])));
    means = means(ratios);
  }

  private static double positive(double seconds) {
    if (!(seconds > 0)) {
      throw new IllegalArgumentException("a time must be above 0, not " + seconds);
    }
    return seconds;
  }

  private static double[] means(double[] values) {
    double[] means = new double[values.length * (values.length + 1) / 2];
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      for (int j = i; j < values.length; j++) {
        means[count++] = (values[i] + values[j]) / 2;
      }
    }
    Arrays.sort(means);
    return means;
  }

  double estimate() {
    return Math.expm1(Median.withDefaults().withCopy(true).evaluate(means));
  }

  /** Returns the lower end of the 95 % confidence interval. */
  double low() {
    return Math.expm1(means[countOutside()]);
  }

  double high() {
    return Math.expm1(means[means.length - 1 - countOutside()]);
  }

  /** Returns how many means lie beyond each end, by the normal approximation to the signed rank. */
  private int countOutside() {
    double pairs = ratios.length;
    double deviation = Math.sqrt(pairs * (pairs + 1) * (2 * pairs + 1) / 24);
    double normal = NormalDistribution.of(0, 1).inverseSurvivalProbability(TAIL);
    return Math.max(0, (int) Math.round(means.length / 2.0 - normal * deviation) - 1);
  }

  /** Returns the probability of pairs like these if the true fraction were this or more. */
  double probabilityOf(double fraction) {
    return WilcoxonSignedRankTest.withDefaults()
        .withMu(Math.log1p(fraction))
        .with(AlternativeHypothesis.LESS_THAN)
        .test(ratios)
        .getPValue();
  }

  @Override
  public String toString() {
    double[] quartiles = QUARTILES.evaluate(ratios, 0.25, 0.5, 0.75);
    return String.format(
        Locale.ROOT,
        "%+.2f %%, 95 %% interval %+.2f to %+.2f %% (%d pairs; their quartiles %+.2f %+.2f %+.2f %%)",
        100 * estimate(),
        100 * low(),
        100 * high(),
        ratios.length,
        100 * Math.expm1(quartiles[0]),
        100 * Math.expm1(quartiles[1]),
        100 * Math.expm1(quartiles[2]));
  }
}
