package io.flowgauge.probabilistic.sampling;

import java.util.function.IntPredicate;

/** Samples and what determined the makespan of each. Implementations are thread-safe. */
public interface Traces {

  /** Makespans of all samples: seconds. */
  double[] makespans();

  /**
   * Finds the activities of which each delayed the next, for some of the samples in ascending
   * order.
   *
   * @param counts which ones
   * @param action what to do with each; called by one thread
   */
  void forEach(IntPredicate counts, Action action);

  /** What to do with a sample. */
  interface Action {
    /**
     * Takes a chain.
     *
     * @param sample its number
     */
    void take(int sample, DelayChain chain);
  }
}
