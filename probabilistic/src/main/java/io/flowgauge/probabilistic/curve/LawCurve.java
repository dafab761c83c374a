package io.flowgauge.probabilistic.curve;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Steps;

/** A law as a curve, given that the job finishes. */
public final class LawCurve implements Curve {
  private final Law law;
  private final double lost;
  private final double lower;
  private final double upper;
  private final double[] jumps;

  private LawCurve(Law law, double tail) {
    this.law = law;
    lost = law.lostFraction();
    double start = law.quantile((1 - lost) * tail);
    // Subnormal numbers are so sparse that times below the start may have a greater probability
    // than the tail.
    boolean isSubnormal = start > 0 && start < Double.MIN_NORMAL;
    lower = isSubnormal ? law.lower() : Math.max(law.lower(), start);
    upper = Math.max(lower, Math.min(law.upper(), law.upperQuantile(lost + (1 - lost) * tail)));
    jumps = law instanceof Steps steps ? steps.jumps() : NO_JUMPS;
  }

  /**
   * Returns the curve of a law.
   *
   * @param law law of times in seconds
   * @param tail probability that may be cut off at either end
   * @return the curve, given that the job finishes
   */
  public static Curve of(Law law, double tail) {
    LawCurve curve = new LawCurve(law, tail);
    return curve.lower == curve.upper ? new ConstantCurve(curve.lower) : curve;
  }

  @Override
  public double survival(double t) {
    if (t >= upper) {
      return 0;
    }
    return lost == 0 ? law.survival(t) : Math.max(0, (law.survival(t) - lost) / (1 - lost));
  }

  @Override
  public double lower() {
    return lower;
  }

  @Override
  public double upper() {
    return upper;
  }

  @Override
  public double[] jumps() {
    return jumps;
  }

  @Override
  public boolean isStepwise() {
    return law instanceof Steps steps && steps.isStepwise();
  }
}
