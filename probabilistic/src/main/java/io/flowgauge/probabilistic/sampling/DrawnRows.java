package io.flowgauge.probabilistic.sampling;

import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Strata;

/** Samples drawn when they are needed. Not thread-safe. */
final class DrawnRows implements Rows {
  private static final float[] ZEROS = new float[BlockPass.LANES];

  private final DurationTables durations;
  private final Strata strata;
  private final int first;
  private final int[] bits = new int[BlockPass.LANES];
  private final float[] row = new float[BlockPass.LANES];

  /**
   * Samples of a set.
   *
   * @param first the first of them
   */
  DrawnRows(DurationTables durations, Strata strata, int first) {
    this.durations = durations;
    this.strata = strata;
    this.first = first;
  }

  @Override
  public float[] of(int node) {
    if (durations.isConstant(node)) {
      return ZEROS;
    }
    strata.draw(node, first, bits, row.length);
    durations.fill(node, bits, row, row.length);
    return row;
  }
}
