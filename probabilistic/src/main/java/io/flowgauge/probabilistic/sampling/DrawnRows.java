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
    zeros = new float[row.length];
  }

  @Override
  public float[] of(int node) {
    if (durations.isConstant(node)) {
      return zeros;
    }
    strata.draw(node, 0, bits, bits.length);
    durations.fill(node, bits, row, bits.length);
    for (int turn = 1; turn < turns; turn++) {
      turn(strata.turn(node, turn), turn * bits.length);
    }
    return row;
  }

  private void turn(int by, int to) {
    int rest = bits.length - by;
    System.arraycopy(row, by, row, to, rest);
    System.arraycopy(row, 0, row, to + rest, by);
  }
}
