package io.flowgauge.metrics.overhead;

import io.flowgauge.metrics.activity.TimeClass;
import java.util.Arrays;

/**
 * Overheads of composed regions in columns; only measured classes take space. Overheads of single
 * activities are computed on demand. The root has a row even if it is an activity.
 */
final class OverheadTable {
  private static final int NONE = -1;

  private final int[] rows;
  private int[] measured = new int[16];
  private int[] offsets = new int[16];
  private double[] times = new double[16];
  private double[] ideals = new double[16];
  private double[] values = new double[64];
  private int rowCount;
  private int valueCount;

  OverheadTable(int regionCount) {
    rows = new int[regionCount];
    Arrays.fill(rows, NONE);
  }

  void put(int region, double time, RegionSums sums) {
    if (rowCount == times.length) {
      grow();
    }
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

  private void grow() {
    int length = rowCount * 2;
    measured = Arrays.copyOf(measured, length);
    offsets = Arrays.copyOf(offsets, length);
    times = Arrays.copyOf(times, length);
    ideals = Arrays.copyOf(ideals, length);
  }

  boolean has(int region) {
    return rows[region] != NONE;
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
