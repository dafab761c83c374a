package io.flowgauge.probabilistic.slots;

import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Strata;
import java.util.function.IntUnaryOperator;

/** Draws durations of jobs for sets of samples, as many at a time as memory allows. Thread-safe. */
final class DrawnJobs {
  /** Durations held at a time. */
  private static final int MOST_HELD = 1 << 22;

  /** Durations of a set. */
  private static final int MOST_DRAWN = 1 << 21;

  private static final int LEAST_SET = 8;
  private static final int MOST_SET = 64;

  private final DurationTables durations;
  private final int count;
  private final IntUnaryOperator nodeOf;

  /**
   * Jobs.
   *
   * @param count how many there are
   * @param nodeOf the node of each that its durations are drawn of
   */
  DrawnJobs(DurationTables durations, int count, IntUnaryOperator nodeOf) {
    this.durations = durations;
    this.count = count;
    this.nodeOf = nodeOf;
  }

  /** Samples of a set. */
  int set() {
    int affordable = Integer.highestOneBit(Math.max(1, MOST_DRAWN / count));
    return Math.max(LEAST_SET, Math.min(affordable, MOST_SET));
  }

  /** What to do with a sample. */
  interface Drawn {
    /**
     * Takes a sample of a set.
     *
     * @param deviations from the typical duration by job, until the next sample
     */
    void take(int sample, float[] deviations);
  }

  /** Draws a set, one sample after the other. */
  void draw(long seed, Drawn action) {
    Strata strata = new Strata(seed, set());
    int lanes = Math.min(set(), Integer.highestOneBit(Math.max(1, MOST_HELD / count)));
    float[][] held = new float[lanes][count];
    for (int first = 0; first < set(); first += lanes) {
      fill(strata, first, held);
      for (int k = 0; k < lanes; k++) {
        action.take(first + k, held[k]);
      }
    }
  }

  /** Draws samples from a place on, one row each. */
  private void fill(Strata strata, int first, float[][] rows) {
    int[] bits = new int[rows.length];
    float[] column = new float[rows.length];
    for (int job = 0; job < count; job++) {
      strata.draw(job, first, bits, rows.length);
      durations.fill(nodeOf.applyAsInt(job), bits, column, rows.length);
      for (int k = 0; k < rows.length; k++) {
        rows[k][job] = column[k];
      }
    }
  }
}
