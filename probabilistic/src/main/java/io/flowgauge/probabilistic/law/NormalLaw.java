package io.flowgauge.probabilistic.law;

import org.apache.commons.statistics.distribution.NormalDistribution;

/** The normal law. */
final class NormalLaw extends BaseLaw {
  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

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

  static double standardQuantile(double p) {
    return STANDARD.inverseCumulativeProbability(p);
  }

  static double standardCdf(double z) {
    return STANDARD.cumulativeProbability(z);
  }
}
