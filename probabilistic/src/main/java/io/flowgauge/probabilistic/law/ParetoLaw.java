package io.flowgauge.probabilistic.law;

import java.util.Optional;

/** The Pareto law, whose tail may be too heavy for a finite mean. */
final class ParetoLaw extends BaseLaw {
  private static final BaseLaw STANDARD = new ParetoLaw(1, 1);

  private final double shape;
  private final double scale;

  ParetoLaw(double shape, double scale) {
    super("pareto", Laws.named("shape", shape, "scale", scale));
    this.shape = shape;
    this.scale = scale;
  }

  @Override
  public double mean() {
    return shape <= 1 ? Double.POSITIVE_INFINITY : scale * shape / (shape - 1);
  }

  @Override
  public double sd() {
    return shape <= 2
        ? Double.POSITIVE_INFINITY
        : scale / (shape - 1) * Math.sqrt(shape / (shape - 2));
  }

  @Override
  public double cdf(double t) {
    return t <= scale ? 0 : -Math.expm1(-shape * Math.log(t / scale));
  }

  @Override
  public double survival(double t) {
    return t <= scale ? 1 : Math.pow(t / scale, -shape);
  }

  @Override
  double quantileInside(double p) {
    return scale * Math.exp(-Math.log1p(-p) / shape);
  }

  @Override
  double upperQuantileInside(double q) {
    return scale * Math.pow(q, -1 / shape);
  }

  @Override
  public double lower() {
    return scale;
  }

  @Override
  public double upper() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  Optional<Power> power() {
    return Optional.of(new Power(STANDARD, 1 / shape));
  }
}
