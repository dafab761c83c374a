package io.flowgauge.probabilistic.sampling;

import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Strata;

/**
 * Samples drawn when they are needed: the strata of a set, and again in other orders, in which they
 * meet others of the other nodes. Not thread-safe.
 */
final class DrawnRows implements Rows {
  private final DurationTables durations;
  private final Strata strata;
  private final int turns;
  private final int[] bits;
  private final float[] row;

  /** The strata twice in a row, to begin anywhere. */
  private final float[] twice;

  private final float[] zeros;

  /**
   * Samples of a set.
   *
   * @param turns in how many of them each duration occurs
   */
  DrawnRows(DurationTables durations, Strata strata, int turns) {
    this.durations = durations;
    this.strata = strata;
    this.turns = turns;
    bits = new int[strata.size()];
    row = new float[turns * bits.length];
    twice = new float[turns > 1 ? 2 * bits.length : 0];
    zeros = new float[row.length];
  }

  @Override
  public float[] of(int node) {
    if (durations.isConstant(node)) {
      return zeros;
    }
    strata.draw(node, 0, bits, bits.length);
    durations.fill(node, bits, row, bits.length);
    if (turns > 1) {
      turn(node, bits.length);
    }
    return row;
  }

  private void turn(int node, int size) {
    System.arraycopy(row, 0, twice, 0, size);
    System.arraycopy(row, 0, twice, size, size);
    for (int turn = 1; turn < turns; turn++) {
      System.arraycopy(twice, strata.turn(node, turn), row, turn * size, size);
    }
  }
}
