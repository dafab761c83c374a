package io.flowgauge.probabilistic.enclosure;

/** The side of a distribution on which a bound lies. */
public enum Side {
  /** A bound no larger than the distribution or its means. */
  BELOW,
  /** A bound no smaller than the distribution or its means. */
  ABOVE
}
