package io.flowgauge.probabilistic.law;

/** The uniform law. */
final class UniformLaw extends BaseLaw {
  private final double lo;
  private final double hi;

  UniformLaw(double lo, double hi) {
    super("uniform", Laws.named("lo", lo, "hi", hi));
    this.lo = lo;
    this.hi = hi;
  }

  @Override
  public double mean() {
    return lo + (hi - lo) / 2;
  }

  @Override
  public double sd() {
    return (hi - lo) / Math.sqrt(12);
  }

  @Override
  public double cdf(double t) {
    return Math.min(1, Math.max(0, (t - lo) / (hi - lo)));
  }

  @Override
  public double survival(double t) {
    return Math.min(1, Math.max(0, (hi - t) / (hi - lo)));
  }

  @Override
  double quantileInside(double p) {
    return lo + p * (hi - lo);
  }

  @Override
  double upperQuantileInside(double q) {
    return hi - q * (hi - lo);
  }

  @Override
  public double lower() {
    return lo;
  }

  @Override
  public double upper() {
    return hi;
  }
}
