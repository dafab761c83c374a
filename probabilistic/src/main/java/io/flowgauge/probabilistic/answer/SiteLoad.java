package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.Law;
import java.util.function.DoubleUnaryOperator;

/**
 * Averages probabilities over the site load, a random factor common to all times. The average is an
 * integral over the score {@code ln(u / (1-u))} of the factor, for which the trapezoidal rule
 * converges exponentially. Immutable and thread-safe.
 */
public final class SiteLoad {
  private static final double REACH = 38;
  private static final int PER_UNIT = 8;

  private final Law law;
  private final double[] factors;
  private final double[] weights;

  /**
   * Creates a site load.
   *
   * @param law law of the factor, of values above 0
   */
  public SiteLoad(Law law) {
    this.law = law;
    int count = (int) (2 * REACH * PER_UNIT) + 1;
    factors = new double[count];
    weights = new double[count];
    for (int k = 0; k < count; k++) {
      double score = -REACH + (double) k / PER_UNIT;
      double below = 1 / (1 + Math.exp(-score));
      double above = 1 / (1 + Math.exp(score));
      factors[k] = score < 0 ? law.quantile(below) : law.upperQuantile(above);
      weights[k] = below * above / PER_UNIT;
    }
  }

  /** Returns the law of the factor. */
  public Law law() {
    return law;
  }

  double average(DoubleUnaryOperator probability) {
    double sum = 0;
    for (int k = 0; k < factors.length; k++) {
      sum += weights[k] * probability.applyAsDouble(factors[k]);
    }
    return Math.min(1, sum);
  }
}
