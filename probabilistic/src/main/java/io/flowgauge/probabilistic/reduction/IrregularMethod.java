package io.flowgauge.probabilistic.reduction;

import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.Sums;

/** Computes the makespan of an irregular region. Implementations are immutable and thread-safe. */
public interface IrregularMethod {

  /** Returns the distribution of the makespan. */
  Curve curve(Curve[] members, Sums sums);

  /**
   * Estimates the cost of {@link #curve}.
   *
   * @param tail probability that may be cut off
   */
  double work(int cells, double tail);
}
