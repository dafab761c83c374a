package io.flowgauge.probabilistic.order;

/** The jumps of a distribution function. Implementations are immutable and thread-safe. */
public interface Steps {

  /**
   * Returns the values with a probability of their own, ascending and distinct; empty if the
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
