package io.flowgauge.probabilistic.chain;

import io.flowgauge.probabilistic.answer.Answer;

/**
 * The makespan of a path for every number of data segments. Implementations are immutable and
 * thread-safe.
 */
interface PathTable {
  /**
   * Returns the makespan for one number of data segments; method and errors are the same for all.
   */
  Answer at(double count);
}
