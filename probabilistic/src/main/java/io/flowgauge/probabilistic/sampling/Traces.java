package io.flowgauge.probabilistic.sampling;

import java.util.function.IntPredicate;

/** Samples and what determined the makespan of each. Implementations are thread-safe. */
public interface Traces {

  /** Returns the makespans of all samples, in seconds. */
  double[] makespans();

  /**
   * Finds the chain of activities that determined the makespan, for some of the samples in
   * ascending order.
   *
   * @param counts selects the samples
   * @param action receives each chain; called by one thread
   */
  void forEach(IntPredicate counts, Action action);

  /** Receives the chains of samples. */
  interface Action {
    /**
     * Receives a chain.
     *
     * @param sample number of its sample
     */
    void take(int sample, DelayChain chain);
  }
}
