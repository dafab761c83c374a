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
  }

  void put(int region, double time, RegionSums sums) {
    rows[region] = rowCount;
    measured[rowCount] = sums.measured;
    offsets[rowCount] = valueCount;
    times[rowCount] = time;
    ideals[rowCount] = sums.ideal;
    rowCount++;
    for (int c = 0; c < TimeClass.COUNT; c++) {
      if ((sums.measured & 1 << c) != 0) {
        values = valueCount < values.length ? values : Arrays.copyOf(values, valueCount * 2);
        values[valueCount++] = sums.seconds[c];
      }
    }
  }

  /** Seconds, or NaN if no time was recorded. */
  double time(int region) {
    return times[rows[region]];
  }

  double ideal(int region) {
    return ideals[rows[region]];
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
