package io.flowgauge.probabilistic.reduction;

import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.Sums;

/** Computes the makespan of an irregular region. Implementations are immutable and thread-safe. */
public interface IrregularMethod {

  /**
   * The makespan's distribution.
   *
   * @param members distributions of the region's members
   * @param sums how fine, and how to add
   * @return the makespan's curve
   */
  Curve curve(Curve[] members, Sums sums);

  /**
   * What that takes.
   *
   * @param cells fineness
   * @param tail probability that may be cut off
   * @return about how many numbers to go through
   */
  double work(int cells, double tail);
}
