package io.flowgauge.probabilistic.slots;

import java.util.Arrays;

/**
 * The earliest of the times of some places, in a tree in which the earlier of two times moves up.
 * It has no branches that a processor could mispredict. Not thread-safe.
 */
final class Tournament {
  private static final double NEVER = Double.POSITIVE_INFINITY;

  /** The root has number 1, and the children of k numbers 2k and 2k + 1. */
  private final double[] times;

  /** The number of the first place's leaf. */
  private final int leaves;

  Tournament(int places) {
    leaves = Math.max(2, Integer.highestOneBit(2 * places - 1));
    times = new double[2 * leaves];
    Arrays.fill(times, NEVER);
  }

  boolean isEmpty() {
    return times[1] == NEVER;
  }

  double first() {
    return times[1];
  }

  void put(int place, double time) {
    int k = leaves + place;
    times[k] = time;
    while (k > 1) {
      k >>= 1;
      times[k] = Math.min(times[2 * k], times[2 * k + 1]);
    }
  }

  /** Removes the first time; returns its place. */
  int remove() {
    double first = times[1];
    int k = 1;
    while (k < leaves) {
      k = 2 * k + (times[2 * k] == first ? 0 : 1);
    }
    put(k - leaves, NEVER);
    return k - leaves;
  }
}
