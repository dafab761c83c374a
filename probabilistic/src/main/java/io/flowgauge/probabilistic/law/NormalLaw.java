package io.flowgauge.probabilistic.law;

import io.flowgauge.probabilistic.order.Moments;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** The normal law. */
final class NormalLaw extends BaseLaw {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  private static final double ROUNDING = 1e-15;

  private final double mean;
  private final double sd;

  NormalLaw(double mean, double sd) {
    super("normal", Laws.named("mean", mean, "sd", sd));
    this.mean = mean;
    this.sd = sd;
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public double sd() {
    return sd;
  }

  @Override
  public double cdf(double t) {
    return STANDARD.cumulativeProbability((t - mean) / sd);
  }

  @Override
  public double survival(double t) {
    return STANDARD.survivalProbability((t - mean) / sd);
  }

  @Override
  double quantileInside(double p) {
    return mean + sd * standardQuantile(p);
  }

  @Override
  double upperQuantileInside(double q) {
    return mean - sd * standardQuantile(q);
  }

  @Override
  public double lower() {
    return Double.NEGATIVE_INFINITY;
  }

  @Override
  public double upper() {
    return Double.POSITIVE_INFINITY;
  }

  /**
   * Returns the moments of {@code max(0, R)} for a mean that is not negative. They are computed
   * from the contributions of the times below 0 to the mean and mean square, which cancels less
   * than integrals over the rest.
   */
  Moments clippedMoments() {
    double a = mean / sd;
    double below = STANDARD.survivalProbability(a);
    if (below == 0) {
      return new Moments(mean, sd, ROUNDING);
    }
    double density = STANDARD.density(a);
    double first = density - a * below;
    double second = (1 + a * a) * below - a * density;
    double variance = 1 - second - first * (2 * a + first);
    return new Moments(mean + sd * first, sd * Math.sqrt(variance), ROUNDING);
  }

  static double standardQuantile(double p) {
    return STANDARD.inverseCumulativeProbability(p);
  }

  static double standardCdf(double z) {
    return STANDARD.cumulativeProbability(z);
  }
}
