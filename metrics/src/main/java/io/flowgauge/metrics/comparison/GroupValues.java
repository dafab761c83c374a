package io.flowgauge.metrics.comparison;

import io.flowgauge.analysis.Measured;
import io.flowgauge.comparison.Sample;
import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/** The values of one quantity in the runs of one group. Immutable. */
final class GroupValues {
  private final double[] values;
  private final int runs;
  private final double mean;
  private final double variance;

  /**
   * Takes the values as they are.
   *
   * @param values one or more
   * @param runs number of runs in the group
   */
  GroupValues(double[] values, int runs) {
    this.values = values;
    this.runs = runs;
    this.mean = Mean.of(values).getAsDouble();
    this.variance = Variance.of(values).getAsDouble();
  }

  double[] values() {
    return values;
  }

  int count() {
    return values.length;
  }

  double mean() {
    return mean;
  }

  /** Sample variance; of two values or more. */
  double variance() {
    return variance;
  }

  boolean isConstant() {
    return Arrays.stream(values).allMatch(v -> v == values[0]);
  }

  Sample sample() {
    return new Sample(
        values.length,
        runs,
        mean,
        values.length < 2
            ? Measured.absent("needs at least two runs")
            : Measured.of(isConstant() ? 0 : Math.sqrt(variance())));
  }
}
