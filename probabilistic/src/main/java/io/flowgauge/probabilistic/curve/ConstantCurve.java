package io.flowgauge.probabilistic.curve;

/**
 * A time that does not vary.
 *
 * @param seconds that time
 */
public record ConstantCurve(double seconds) implements Curve {
  @Override
  public double survival(double t) {
    return t < seconds ? 1 : 0;
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
