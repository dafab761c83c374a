package io.flowgauge.probabilistic.curve;

/**
 * A constant time.
 *
 * @param seconds the time
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
