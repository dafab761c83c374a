package io.flowgauge.probabilistic.sampling;

import io.flowgauge.probabilistic.draw.DurationTables;

/** Values of some samples for every node. Not thread-safe. */
public interface Rows {
  /**
   * Durations of a node, less {@linkplain DurationTables#typical what is typical} of it: one for
   * each sample of a block; may be overwritten by the next call.
   */
  float[] of(int node);
}
