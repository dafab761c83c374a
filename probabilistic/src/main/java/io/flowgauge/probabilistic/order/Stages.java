package io.flowgauge.probabilistic.order;

/**
 * A time that may be a sequence of independent exponential times. Implementations are immutable and
 * thread-safe.
 */
public interface Stages {

  /**
   * The sequence: mean of each stage in seconds; empty if the time is no such sequence, or one of
   * very many.
   */
  double[] stageMeans();
}
