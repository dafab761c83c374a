package io.flowgauge.probabilistic.grid;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Renewal;
import java.util.function.DoubleUnaryOperator;

/**
 * A survival function at the boundaries of cells; halving cells keeps the values known. Not
 * thread-safe.
 */
final class GridProfile {
  /** Fraction of a cell that is treated as round-off. */
  private static final double ROUNDING = 1e-6;

  private final DoubleUnaryOperator survival;
  private final double end;
  private double width;
  private double[] values;

  private GridProfile(DoubleUnaryOperator survival, double end, double width) {
    this.survival = survival;
    this.end = end;
    this.width = width;
    values = new double[cells(width) + 1];
    fill(1);
  }

  /** Returns the profile of a law, from its lower end on. */
  static GridProfile of(Law law, GridLayout layout) {
    double lower = GridLayout.lower(law);
    double end = layout.cells() * layout.step();
    return new GridProfile(t -> law.survival(lower + t), end, layout.step());
  }

  /**
   * Returns the profile of the part of a law that is not repeated from the period before. That part
   * is finite; {@code Level} renews the sum of such parts.
   */
  static GridProfile ofRenewal(Law law, GridLayout layout) {
    Renewal renewal = (Renewal) law;
    double lower = law.lower();
    double ratio = renewal.ratio();
    DoubleUnaryOperator beyond =
        t -> law.survival(lower + t) - ratio * law.survival(lower + t - renewal.period());
    return new GridProfile(beyond, renewal.span() - lower, layout.step());
  }

  private int cells(double ofWidth) {
    return (int) Math.ceil(end / ofWidth - ROUNDING);
  }

  private void fill(int stride) {
    for (int k = stride - 1; k < values.length; k += stride) {
      values[k] = survival.applyAsDouble(Math.min(end, k * width));
    }
  }

  /** Halves cells. */
  void refine() {
    width /= 2;
    double[] wider = values;
    values = new double[cells(width) + 1];
    for (int k = 0; k < values.length; k += 2) {
      values[k] = wider[k / 2];
    }
    fill(2);
  }

  /** Returns the probabilities of cells, each made of {@code stride} of the narrowest ones. */
  double[] masses(int stride) {
    int cells = (values.length - 2) / stride + 1;
    double[] masses = new double[cells];
    for (int k = 0; k < cells; k++) {
      masses[k] = values[k * stride] - values[Math.min(values.length - 1, (k + 1) * stride)];
    }
    return masses;
  }
}
