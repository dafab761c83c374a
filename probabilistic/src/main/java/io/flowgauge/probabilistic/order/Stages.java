package io.flowgauge.probabilistic.order;

/**
 * A time that may be a sequence of independent exponential times. Implementations are immutable and
 * thread-safe.
 */
public interface Stages {

  /**
   * Returns the mean of each stage in seconds; empty if the time is not such a sequence, or has too
   * many stages.
   */
  double[] stageMeans();
}
