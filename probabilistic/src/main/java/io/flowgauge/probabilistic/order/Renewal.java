package io.flowgauge.probabilistic.order;

/**
 * A time that starts over: {@code P(J > t + period) = ratio · P(J > t)} from some time on. The
 * difference from its repeated part, {@code P(J > t) - ratio · P(J > t - period)}, is 0 after a
 * finite span. Implementations are immutable and thread-safe.
 */
public interface Renewal {

  /** Returns the period in seconds. */
  double period();

  /** Returns the probability that the time outlives a period, less than 1. */
  double ratio();

  /**
   * Returns the time in seconds after which the survival function is {@link #ratio} times that of a
   * period before.
   */
  double span();
}
