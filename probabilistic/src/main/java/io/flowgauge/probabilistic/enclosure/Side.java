package io.flowgauge.probabilistic.enclosure;

/** The side of a distribution on which a bound lies. */
public enum Side {
  /** No larger than the distribution, or than its means. */
  BELOW,
  /** No smaller than the distribution, or than its means. */
  ABOVE
}
