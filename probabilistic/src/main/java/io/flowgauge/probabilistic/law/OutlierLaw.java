package io.flowgauge.probabilistic.law;

/** A law in which a fraction rho of the jobs never finishes. */
final class OutlierLaw extends BaseLaw {
  private final BaseLaw base;
  private final double rho;

  OutlierLaw(double rho, BaseLaw base) {
    super("outliers", Laws.named("rho", rho, "base", base));
    this.base = base;
    this.rho = rho;
  }

  @Override
  public double mean() {
    return rho > 0 ? Double.POSITIVE_INFINITY : base.mean();
  }

  @Override
  public double sd() {
    return rho > 0 ? Double.POSITIVE_INFINITY : base.sd();
  }

  @Override
  public double cdf(double t) {
    return (1 - rho) * base.cdf(t);
  }

  @Override
  public double survival(double t) {
    return rho + (1 - rho) * base.survival(t);
  }

  @Override
  public double logCdf(double t) {
    return Math.log1p(-rho) + base.logCdf(t);
  }

  @Override
  double quantileInside(double p) {
    double inside = p / (1 - rho);
    return inside > 1 ? Double.POSITIVE_INFINITY : base.quantile(inside);
  }

  @Override
  double upperQuantileInside(double q) {
    return q < rho ? Double.POSITIVE_INFINITY : base.upperQuantile((q - rho) / (1 - rho));
  }

  @Override
  public double lower() {
    return base.lower();
  }

  @Override
  public double upper() {
    return base.upper();
  }

  @Override
  BaseLaw finishing() {
    return base.finishing();
  }

  @Override
  public double lostFraction() {
    return rho + (1 - rho) * base.lostFraction();
  }

  @Override
  public double[] jumps() {
    return base.jumps();
  }

  @Override
  public boolean isStepwise() {
    return base.isStepwise();
  }
}
