package io.flowgauge.probabilistic.order;

/**
 * A time that starts over: {@code P(J > t + period) = ratio · P(J > t)} from some time on. What it
 * has beyond that of its earlier self, {@code P(J > t) - ratio · P(J > t - period)}, ends after a
 * span. Implementations are immutable and thread-safe.
 */
public interface Renewal {

  /** Seconds. */
  double period();

  /** Probability to outlive a period, less than 1. */
  double ratio();

  /** Seconds from 0, above which the survival function repeats that of a period before. */
  double span();
}
