package io.flowgauge.probabilistic.chain;

import io.flowgauge.probabilistic.answer.Answer;

/** A makespan for every number of data segments. Implementations are immutable, thread-safe. */
interface PathTable {
  /** For one number; its method and errors are those of all. */
  Answer at(double count);
}
