package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;

/** The law of the sum of two independent times, integrated cell by cell. */
public final class SlowSum {
  private SlowSum() {}

  /**
   * {@code P(A + B > t) = P(A > t) + integral of P(B > t - x) dF_A(x)}, with cells so narrow that
   * the positions of corners do not matter.
   */
  public static double survival(Law first, Law second, double t, int cells) {
    double width = t / cells;
    double sum = first.survival(t);
    double before = 1;
    for (int k = 0; k < cells; k++) {
      double after = first.survival((k + 1) * width);
      sum += (before - after) * second.survival(t - (k + 0.5) * width);
      before = after;
    }
    return sum;
  }
}
