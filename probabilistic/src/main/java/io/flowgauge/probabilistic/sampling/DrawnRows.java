package io.flowgauge.probabilistic.sampling;

import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Strata;

/**
 * Durations drawn when they are needed: one for each stratum of a set, and the same again in other
 * orders, so that they are combined with different durations of the other nodes. Not thread-safe.
 */
final class DrawnRows implements Rows {
  private final DurationTables durations;
  private final Strata strata;
  private final int turns;
  private final int[] bits;
  private final float[] row;

  /** The durations twice in a row, so that copying can begin anywhere. */
  private final float[] twice;

  private final float[] zeros;

  /**
   * Prepares the samples of a set.
   *
   * @param turns number of samples in which each duration is used
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
      fillTurns(node, bits.length);
    }
    return row;
  }

  private void fillTurns(int node, int size) {
    System.arraycopy(row, 0, twice, 0, size);
    System.arraycopy(row, 0, twice, size, size);
    for (int turn = 1; turn < turns; turn++) {
      System.arraycopy(twice, strata.turnOffset(node, turn), row, turn * size, size);
    }
  }
}
