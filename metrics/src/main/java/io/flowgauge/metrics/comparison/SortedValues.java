package io.flowgauge.metrics.comparison;

import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/** The values of one quantity in the runs of one group, kept while they are compared. Immutable. */
final class SortedValues {
  private final double[] sorted;
  private final GroupValues moments;

  private SortedValues(double[] sorted, GroupValues moments) {
    this.sorted = sorted;
    this.moments = moments;
  }

  /**
   * Sorts the values and computes their statistics.
   *
   * @param values one or more; sorted in place
   * @param runs number of runs in the group
   */
  static SortedValues of(double[] values, int runs) {
    if (isConstant(values)) {
      return new SortedValues(
          values, new GroupValues(values.length, runs, values[0], 0, values[0], true));
    }
    double mean = Mean.of(values).getAsDouble();
    double variance = Variance.of(values).getAsDouble();
    RadixSort.sort(values);
    return new SortedValues(
        values, new GroupValues(values.length, runs, mean, variance, values[0], false));
  }

  private static boolean isConstant(double[] values) {
    for (double value : values) {
      if (value != values[0]) {
        return false;
      }
    }
    return true;
  }

  double[] sorted() {
    return sorted;
  }

  GroupValues moments() {
    return moments;
  }
}
