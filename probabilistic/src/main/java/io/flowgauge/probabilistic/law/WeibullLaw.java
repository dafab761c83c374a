package io.flowgauge.probabilistic.law;

import java.util.Optional;
import org.apache.commons.numbers.gamma.LogGamma;

/** The Weibull law. */
final class WeibullLaw extends BaseLaw {
  private final double shape;
  private final double scale;

  WeibullLaw(double shape, double scale) {
    super("weibull", Laws.named("shape", shape, "scale", scale));
    this.shape = shape;
    this.scale = scale;
  }

  @Override
  public double mean() {
    return scale * Math.exp(logMoment(1));
  }

  /**
   * Returns the standard deviation. It uses expm1 of the logarithm of the ratio of moments, because
   * the ratio less 1 cancels for large shapes.
   */
  @Override
  public double sd() {
    double excess = logMoment(2) - 2 * logMoment(1);
    return Double.isNaN(excess)
        ? Double.POSITIVE_INFINITY // both moments overflow
        : mean() * Math.sqrt(Math.expm1(Math.max(0, excess))); // rounding makes it negative
  }

  private double logMoment(int order) {
    double x = order / shape;
    return LogGamma.value(1 + x);
  }

  @Override
  public double cdf(double t) {
    return -Math.expm1(-hazard(t));
  }

  @Override
  public double survival(double t) {
    return Math.exp(-hazard(t));
  }

  private double hazard(double t) {
    return t <= 0 ? 0 : Math.pow(t / scale, shape);
  }

  @Override
  double quantileInside(double p) {
    return scale * Math.pow(-Math.log1p(-p), 1 / shape);
  }

  @Override
  double upperQuantileInside(double q) {
    return scale * Math.pow(-Math.log(q), 1 / shape);
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
  Optional<Power> power() {
    return Optional.of(new Power(ExponentialLaw.STANDARD, 1 / shape));
  }
}
