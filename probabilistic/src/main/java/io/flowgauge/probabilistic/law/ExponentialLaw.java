package io.flowgauge.probabilistic.law;

import java.util.Optional;

/** The exponential law. */
final class ExponentialLaw extends BaseLaw {
  static final BaseLaw STANDARD = new ExponentialLaw(1);

  private final double mean;

  ExponentialLaw(double mean) {
    super("exponential", Laws.named("mean", mean));
    this.mean = mean;
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public double sd() {
    return mean;
  }

  @Override
  public double cdf(double t) {
    return t <= 0 ? 0 : -Math.expm1(-t / mean);
  }

  @Override
  public double survival(double t) {
    return t <= 0 ? 1 : Math.exp(-t / mean);
  }

  @Override
  double quantileInside(double p) {
    return -mean * Math.log1p(-p);
  }

  @Override
  double upperQuantileInside(double q) {
    return -mean * Math.log(q);
  }

  @Override
  public double lower() {
    return 0;
  }

  @Override
  public double upper() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  public double[] stageMeans() {
    return new double[] {mean};
  }

  @Override
  Optional<Power> power() {
    return Optional.of(new Power(STANDARD, 1));
  }
}
