package io.flowgauge.metrics.overhead;

import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.model.graph.RegionTree;
import java.util.Arrays;

/**
 * Overheads of composed regions in columns; only measured classes take space. Overheads of single
 * activities are computed on demand. The root has a row even if it is an activity.
 */
final class OverheadTable {
  private static final int NONE = -1;

  private final int[] rows;
  private final int[] measured;
  private final int[] offsets;
  private final double[] times;
  private final double[] ideals;
  private final int[] idealCounts;
  private final int[] skipped;
  private double[] values = new double[64];
  private int rowCount;
  private int valueCount;

  OverheadTable(RegionTree tree) {
    rows = new int[tree.size()];
    Arrays.fill(rows, NONE);
    int capacity = Math.max(1, tree.size() - tree.activityCount());
    measured = new int[capacity];
    offsets = new int[capacity];
    times = new double[capacity];
    ideals = new double[capacity];
    idealCounts = new int[capacity];
    skipped = new int[capacity];
  }

  void put(int region, double time, RegionSums sums) {
    addRow(region, time, sums.ideal, sums.measured, sums.ideals, sums.skipped);
    for (int c = 0; c < TimeClass.COUNT; c++) {
      if ((sums.measured & 1 << c) != 0) {
        addValue(sums.seconds[c]);
      }
    }
  }

  /**
   * Copies the overheads of regions from a table for the same tree.
   *
   * @param first the first region
   * @param end the region after the last one
   */
  void copy(OverheadTable from, int first, int end) {
    for (int region = first; region < end; region++) {
      if (from.rows[region] != NONE) {
        int row = from.rows[region];
        addRow(
            region,
            from.times[row],
            from.ideals[row],
            from.measured[row],
            from.idealCounts[row],
            from.skipped[row]);
        for (int k = 0; k < Integer.bitCount(from.measured[row]); k++) {
          addValue(from.values[from.offsets[row] + k]);
        }
      }
    }
  }

  private void addRow(
      int region, double time, double ideal, int classes, int idealCount, int skippedCount) {
    rows[region] = rowCount;
    measured[rowCount] = classes;
    offsets[rowCount] = valueCount;
    times[rowCount] = time;
    ideals[rowCount] = ideal;
    idealCounts[rowCount] = idealCount;
    skipped[rowCount] = skippedCount;
    rowCount++;
  }

  private void addValue(double seconds) {
    values = valueCount < values.length ? values : Arrays.copyOf(values, valueCount * 2);
    values[valueCount++] = seconds;
  }

  /** Seconds, or NaN if no time was recorded. */
  double time(int region) {
    return times[rows[region]];
  }

  double ideal(int region) {
    return ideals[rows[region]];
  }

  /** Number of activities of known ideal time that were not skipped. */
  int idealCount(int region) {
    return idealCounts[rows[region]];
  }

  /** Number of activities that were skipped. */
  int skipped(int region) {
    return skipped[rows[region]];
  }

  boolean isMeasured(int region, int timeClass) {
    return (measured[rows[region]] & 1 << timeClass) != 0;
  }

  /** Seconds of a measured class. */
  double seconds(int region, int timeClass) {
    int row = rows[region];
    int before = Integer.bitCount(measured[row] & (1 << timeClass) - 1);
    return values[offsets[row] + before];
  }

  /** Composed regions, and the root, in order. */
  int[] regions() {
    int[] regions = new int[rowCount];
    int count = 0;
    for (int region = 0; region < rows.length; region++) {
      if (rows[region] != NONE) {
        regions[count++] = region;
      }
    }
    return regions;
  }
}
