package io.flowgauge.probabilistic.slots;

import java.util.Arrays;

/**
 * Finds the earliest of the times of some places, by a tree in which the earlier of two times moves
 * up. It has no branches that a processor could mispredict. Times are stored as the bits of
 * doubles, which have the same order from 0 on, because the minimum of two longs takes two cycles
 * and that of two doubles ten. Not thread-safe.
 */
final class Tournament {
  private static final long NEVER = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);

  /** The root has number 1, and the children of k numbers 2k and 2k + 1. */
  private final long[] times;

  /** The number of the first place's leaf. */
  private final int leaves;

  Tournament(int places) {
    leaves = Math.max(2, Integer.highestOneBit(2 * places - 1));
    times = new long[2 * leaves];
    Arrays.fill(times, NEVER);
  }

  boolean isEmpty() {
    return times[1] == NEVER;
  }

  double first() {
    return Double.longBitsToDouble(times[1]);
  }

  /**
   * Sets the time of a place.
   *
   * @param time 0 or more, but not -0
   */
  void put(int place, double time) {
    set(leaves + place, Double.doubleToRawLongBits(time));
  }

  private void set(int leaf, long time) {
    int k = leaf;
    long first = time;
    times[k] = first;
    while (k > 1) {
      first = Math.min(first, times[k ^ 1]);
      k >>= 1;
      times[k] = first;
    }
  }

  /** Removes the first time; returns its place. */
  int remove() {
    long first = times[1];
    int k = 1;
    while (k < leaves) {
      k = 2 * k + (times[2 * k] == first ? 0 : 1);
    }
    set(k, NEVER);
    return k - leaves;
  }
}
