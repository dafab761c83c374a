package io.flowgauge.probabilistic.sampling;

import io.flowgauge.probabilistic.draw.DurationTables;

/** Durations of a block of samples for every node. Not thread-safe. */
public interface Rows {
  /**
   * Returns the durations of a node less its {@linkplain DurationTables#typical typical} one, for
   * each sample of a block. The array may be overwritten by the next call.
   */
  float[] of(int node);
}
