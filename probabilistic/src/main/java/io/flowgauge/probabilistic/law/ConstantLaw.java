package io.flowgauge.probabilistic.law;

/** A constant time. */
final class ConstantLaw extends BaseLaw {
  private final double seconds;

  ConstantLaw(double seconds) {
    super("constant", Laws.named("seconds", seconds));
    this.seconds = seconds;
  }

  @Override
  public double mean() {
    return seconds;
  }

  @Override
  public double sd() {
    return 0;
  }

  @Override
  public double cdf(double t) {
    return t < seconds ? 0 : 1;
  }

  @Override
  public double survival(double t) {
    return t < seconds ? 1 : 0;
  }

  @Override
  double quantileInside(double p) {
    return seconds;
  }

  @Override
  double upperQuantileInside(double q) {
    return seconds;
  }

  @Override
  public double lower() {
    return seconds;
  }

  @Override
  public double upper() {
    return seconds;
  }

  @Override
  public double[] jumps() {
    return new double[] {seconds};
  }

  @Override
  public boolean isStepwise() {
    return true;
  }
}
