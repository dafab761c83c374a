package io.flowgauge.probabilistic.curve;

import java.util.Arrays;

/** A time that takes some fixed seconds more than another. */
record ShiftedCurve(Curve base, double shift) implements Curve {
  static Curve of(Curve base, double shift) {
    if (shift == 0) {
      return base;
    }
    return base.isConstant()
        ? new ConstantCurve(base.lower() + shift)
        : new ShiftedCurve(base, shift);
  }

  @Override
  public double survival(double t) {
    return base.survival(t - shift);
  }

  @Override
  public double lower() {
    return base.lower() + shift;
  }

  @Override
  public double upper() {
    return base.upper() + shift;
  }

  @Override
  public double[] breaks() {
    return Arrays.stream(base.breaks()).map(t -> t + shift).toArray();
  }

  @Override
  public double[] jumps() {
    return Arrays.stream(base.jumps()).map(t -> t + shift).toArray();
  }

  @Override
  public boolean isStepwise() {
    return base.isStepwise();
  }
}
