package io.flowgauge.probabilistic.sampling;

import java.util.Arrays;

/**
 * Computes makespans of many samples at once, with one row per activity and one column per sample,
 * in loops that compile to vector instructions. A row holds how much later than typical its
 * activity ends. Single precision suffices for that, because rounding is relative to the variation
 * and does not add up along paths. Not thread-safe.
 */
public final class BlockPass {
  /** Default number of samples of a block. */
  public static final int LANES = 64;

  private final Plan plan;

  /** Rows are separate arrays, because loops over two parts of one array are not vectorised. */
  private final float[][] ends;

  private final float[] longest;

  /**
   * Creates a pass of {@link #LANES} samples with its own buffers.
   *
   * @param plan the order in which to compute ends
   */
  public BlockPass(Plan plan) {
    this(plan, LANES);
  }

  /**
   * Creates a pass with its own buffers.
   *
   * @param plan the order in which to compute ends
   * @param lanes number of samples of a block
   */
  BlockPass(Plan plan, int lanes) {
    this.plan = plan;
    ends = new float[plan.rowCount][lanes];
    longest = new float[lanes];
  }

  /** Computes the ends of all nodes, and so the makespans. */
  public void run(Rows rows) {
    Arrays.fill(longest, Float.NEGATIVE_INFINITY);
    for (int place = 0; place < plan.node.length; place++) {
      finish(place, rows.of(plan.node[place]));
    }
  }

  /**
   * Returns a makespan of the last run.
   *
   * @param lane number of the sample in its block
   * @return seconds
   */
  public double makespan(int lane) {
    float later = longest[lane];
    // A law with a very heavy tail may give more than fits in single precision.
    return plan.longest + (later < Float.MAX_VALUE ? later : Float.MAX_VALUE);
  }

  /**
   * Returns the end of the node at a place in the last run; valid only if the plan keeps all rows.
   */
  double end(int place, int lane) {
    return plan.end[place] + ends[plan.row[place]][lane];
  }

  private void finish(int place, float[] durations) {
    float[] end = ends[plan.row[place]];
    int from = plan.start[place];
    int to = plan.start[place + 1];
    if (from == to) {
      System.arraycopy(durations, 0, end, 0, end.length);
    } else if (to - from == 1) {
      sum(ends[plan.row[plan.before[from]]], durations, end);
    } else {
      latest(from, to, durations, end);
    }
    if (plan.isSink[place]) {
      latest(longest, 0, end, (float) (plan.end[place] - plan.longest), longest);
    }
  }

  private void latest(int from, int to, float[] durations, float[] end) {
    float[] start = ends[plan.row[plan.before[from]]];
    float shift = plan.shift[from];
    for (int k = from + 1; k < to - 1; k++) {
      latest(start, shift, ends[plan.row[plan.before[k]]], plan.shift[k], end);
      start = end;
      shift = 0;
    }
    float[] other = ends[plan.row[plan.before[to - 1]]];
    finish(start, shift, other, plan.shift[to - 1], durations, end);
  }

  private static void latest(float[] one, float shift, float[] other, float by, float[] out) {
    for (int k = 0; k < out.length; k++) {
      out[k] = Math.max(one[k] + shift, other[k] + by);
    }
  }

  private static void finish(
      float[] one, float shift, float[] other, float by, float[] durations, float[] out) {
    for (int k = 0; k < out.length; k++) {
      out[k] = Math.max(one[k] + shift, other[k] + by) + durations[k];
    }
  }

  private static void sum(float[] starts, float[] durations, float[] out) {
    for (int k = 0; k < out.length; k++) {
      out[k] = starts[k] + durations[k];
    }
  }
}
