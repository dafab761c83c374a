package io.flowgauge.probabilistic.order;

/** Where a distribution function jumps. Implementations are immutable and thread-safe. */
public interface Steps {

  /**
   * Values with a probability of their own: in ascending order, each once; empty if the
   * distribution function is continuous.
   */
  double[] jumps();

  /**
   * Whether all probability is in the jumps.
   *
   * @return true if the distribution function is constant between jumps
   */
  boolean isStepwise();
}
