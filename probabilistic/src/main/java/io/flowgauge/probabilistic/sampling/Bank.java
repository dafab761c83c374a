package io.flowgauge.probabilistic.sampling;

import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Hash;
import io.flowgauge.probabilistic.draw.Strata;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Samples that are the same for every forecast of a run: replicates of one block each. Their
 * durations are kept or, if that would take too much memory, drawn again each time. Thread-safe.
 */
public final class Bank {
  /** Default number of replicates, if they are affordable. */
  private static final int MOST_REPLICATES = 16;

  /** Greatest number of replicates that can be requested: a million samples. */
  private static final int MOST_WANTED = 1 << 14;

  private static final int MOST_COMPUTED = 1 << 23;
  private static final int LEAST_REPLICATES = 8;
  private static final int MOST_KEPT = 1 << 26;

  private final DurationTables durations;
  private final Strata[] strata;

  /** Durations by replicate and node; empty if they are drawn again. */
  private final float[][][] kept;

  /**
   * Draws the durations that are kept.
   *
   * @param nodes number of nodes, 1 or more
   * @param accuracy the seed and, if set, the number of samples
   */
  public Bank(DurationTables durations, int nodes, AccuracyGoal accuracy) {
    this.durations = durations;
    strata = new Strata[replicates(nodes, accuracy)];
    Arrays.setAll(strata, r -> new Strata(Hash.of(accuracy.seed(), r), BlockPass.LANES));
    int replicates = strata.length;
    boolean keeps = (long) replicates * nodes * BlockPass.LANES <= MOST_KEPT;
    kept = new float[replicates][keeps ? nodes : 0][];
    IntStream.range(0, replicates).parallel().forEach(this::fill);
  }

  private static int replicates(int nodes, AccuracyGoal accuracy) {
    int affordable = Integer.highestOneBit(Math.max(1, MOST_COMPUTED / nodes / BlockPass.LANES));
    long usual = Math.min(affordable, MOST_REPLICATES);
    long wanted =
        accuracy.maxSamples().stream().map(n -> n / BlockPass.LANES).findAny().orElse(usual);
    return (int) Math.max(LEAST_REPLICATES, Math.min(wanted, MOST_WANTED));
  }

  private void fill(int replicate) {
    Rows drawn = new DrawnRows(durations, strata[replicate], 1);
    for (int v = 0; v < kept[replicate].length; v++) {
      float[] row = drawn.of(v);
      kept[replicate][v] = durations.isConstant(v) ? row : row.clone();
    }
  }

  /** Whether durations are kept, so that rows stay valid. */
  public boolean keepsDurations() {
    return kept[0].length > 0;
  }

  /** Returns the number of replicates. */
  public int replicates() {
    return strata.length;
  }

  /**
   * Returns the durations in a replicate.
   *
   * @return durations of all nodes, the same each time
   */
  public Rows rows(int replicate) {
    float[][] rows = kept[replicate];
    return rows.length > 0 ? v -> rows[v] : new DrawnRows(durations, strata[replicate], 1);
  }

  /**
   * Draws the random numbers from which the durations of a node are made.
   *
   * @param bits receives probabilities in units of 2^-32, unsigned
   */
  public void draw(int replicate, int node, int[] bits) {
    strata[replicate].draw(node, 0, bits, bits.length);
  }
}
