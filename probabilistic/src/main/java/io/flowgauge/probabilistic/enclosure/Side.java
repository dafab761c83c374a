package io.flowgauge.probabilistic.enclosure;

/** On which side of a distribution a bound of it is. */
public enum Side {
  /** No larger than the distribution, or than its means. */
  BELOW,
  /** No smaller than the distribution, or than its means. */
  ABOVE
}
