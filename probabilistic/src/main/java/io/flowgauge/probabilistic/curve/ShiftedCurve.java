package io.flowgauge.probabilistic.curve;

import io.flowgauge.probabilistic.order.MovedJumps;
import java.util.Arrays;

/** Another time plus a constant number of seconds. */
final class ShiftedCurve implements Curve {
  private final Curve base;
  private final double shift;
  private final MovedJumps moved;

  private ShiftedCurve(Curve base, double shift) {
    this.base = base;
    this.shift = shift;
    moved = new MovedJumps(base.jumps(), t -> t + shift);
  }

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
    return base.survival(moved.corrected(t, t - shift));
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
    return moved.times();
  }

  @Override
  public boolean isStepwise() {
    return base.isStepwise();
  }
}
