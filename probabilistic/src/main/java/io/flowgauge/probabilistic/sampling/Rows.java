package io.flowgauge.probabilistic.sampling;

import io.flowgauge.probabilistic.draw.Durations;

/** What some samples have for every node. Not thread-safe. */
public interface Rows {
  /**
   * Durations of a node, less {@linkplain Durations#typical what is typical} of it.
   *
   * @param node number of the node
   * @return one for each of {@link BlockPass#LANES} samples; may be overwritten by the next call
   */
  float[] of(int node);
}
