package io.flowgauge.metrics.overhead;

import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.model.graph.RegionTree;
import java.util.Arrays;

/**
 * Overheads of composed regions in columns, one row each, in the order of the tree; only measured
 * classes take space. Overheads of single activities are computed on demand. The root has a row
 * even if it is an activity.
 */
final class OverheadTable {
  private final RegionTree tree;
  private final int[] measured;
  private final int[] offsets;
  private final double[] times;
  private final double[] ideals;
  private final int[] idealCounts;
  private final int[] skipped;
  private double[] values = new double[64];
  private int valueCount;

  OverheadTable(RegionTree tree) {
    this.tree = tree;
    int rows = Math.max(1, tree.size() - tree.activityCount());
    measured = new int[rows];
    offsets = new int[rows];
    times = new double[rows];
    ideals = new double[rows];
    idealCounts = new int[rows];
    skipped = new int[rows];
  }

  private int row(int region) {
    return tree.composedBefore(region);
  }

  /** Sets the overheads of a region. Those of the regions in it are set already. */
  void put(int region, double time, RegionSums sums) {
    int row = row(region);
    times[row] = time;
    ideals[row] = sums.ideal;
    idealCounts[row] = sums.idealCount;
    skipped[row] = sums.skipped;
    measured[row] = sums.measured;
    offsets[row] = valueCount;
    reserve(TimeClass.COUNT);
    for (int c = 0; c < TimeClass.COUNT; c++) {
      if ((sums.measured & 1 << c) != 0) {
        values[valueCount++] = sums.seconds[c];
      }
    }
  }

  /**
   * Copies the overheads of consecutive regions, with all regions in them, from a table for the
   * same tree. There as here, their values are consecutive, as all were set one after the other.
   *
   * @param end region after the last one
   */
  void copy(OverheadTable from, int region, int end) {
    int first = row(region);
    int count = row(end) - first;
    if (count > 0) {
      copyRows(from, first, count);
    }
  }

  private void copyRows(OverheadTable from, int first, int count) {
    System.arraycopy(from.times, first, times, first, count);
    System.arraycopy(from.ideals, first, ideals, first, count);
    System.arraycopy(from.idealCounts, first, idealCounts, first, count);
    System.arraycopy(from.skipped, first, skipped, first, count);
    System.arraycopy(from.measured, first, measured, first, count);
    int begin = Integer.MAX_VALUE;
    int end = 0;
    for (int row = first; row < first + count; row++) {
      begin = Math.min(begin, from.offsets[row]);
      end = Math.max(end, from.offsets[row] + Integer.bitCount(from.measured[row]));
    }
    for (int row = first; row < first + count; row++) {
      offsets[row] = from.offsets[row] - begin + valueCount;
    }
    reserve(end - begin);
    System.arraycopy(from.values, begin, values, valueCount, end - begin);
    valueCount += end - begin;
  }

  private void reserve(int count) {
    if (values.length - valueCount < count) {
      values = Arrays.copyOf(values, Math.max(values.length * 2, valueCount + count));
    }
  }

  /** Seconds, or NaN if no time was recorded. */
  double time(int region) {
    return times[row(region)];
  }

  double ideal(int region) {
    return ideals[row(region)];
  }

  /** Number of activities of known ideal time that were not skipped. */
  int idealCount(int region) {
    return idealCounts[row(region)];
  }

  /** Number of activities that were skipped. */
  int skipped(int region) {
    return skipped[row(region)];
  }

  boolean isMeasured(int region, int timeClass) {
    return (measured[row(region)] & 1 << timeClass) != 0;
  }

  /** Seconds of a measured class. */
  double seconds(int region, int timeClass) {
    int row = row(region);
    int before = Integer.bitCount(measured[row] & (1 << timeClass) - 1);
    return values[offsets[row] + before];
  }

  /** Composed regions, and the root, in order. */
  int[] regions() {
    int[] regions = new int[measured.length];
    int count = 0;
    for (int region = 0; region < tree.size(); region++) {
      if (region == 0 || tree.activity(region) == RegionTree.NONE) {
        regions[count++] = region;
      }
    }
    return regions;
  }
}
