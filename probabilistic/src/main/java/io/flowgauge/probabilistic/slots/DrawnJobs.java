package io.flowgauge.probabilistic.slots;

import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Strata;
import java.util.function.IntUnaryOperator;

/** Draws durations of jobs for sets of samples, as many at a time as memory allows. Thread-safe. */
final class DrawnJobs {
  /** Greatest number of durations held at a time. */
  private static final int MOST_HELD = 1 << 22;

  /** Greatest number of durations of a set, unless it would have too few samples. */
  private static final int MOST_DRAWN = 1 << 21;

  private static final int LEAST_SET = 8;
  private static final int MOST_SET = 64;

  private final DurationTables durations;
  private final int count;
  private final IntUnaryOperator nodeOf;

  /**
   * Prepares jobs.
   *
   * @param count number of jobs
   * @param nodeOf the node of each job, from whose law its durations are drawn
   */
  DrawnJobs(DurationTables durations, int count, IntUnaryOperator nodeOf) {
    this.durations = durations;
    this.count = count;
    this.nodeOf = nodeOf;
  }

  /** Returns the number of samples of a set. */
  int setSize() {
    int affordable = Integer.highestOneBit(Math.max(1, MOST_DRAWN / count));
    return Math.max(LEAST_SET, Math.min(affordable, MOST_SET));
  }

  /** Receives samples. */
  interface Drawn {
    /**
     * Receives a sample of a set.
     *
     * @param deviations deviations from the typical duration by job; valid until the next sample
     */
    void take(int sample, float[] deviations);
  }

  /** Draws a set, one sample after the other. */
  void draw(long seed, Drawn action) {
    Strata strata = new Strata(seed, setSize());
    int lanes = Math.min(setSize(), Integer.highestOneBit(Math.max(1, MOST_HELD / count)));
    float[][] held = new float[lanes][count];
    for (int first = 0; first < setSize(); first += lanes) {
      fill(strata, first, held);
      for (int k = 0; k < lanes; k++) {
        action.take(first + k, held[k]);
      }
    }
  }

  /** Draws the samples from the given one on, each into a row. */
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
