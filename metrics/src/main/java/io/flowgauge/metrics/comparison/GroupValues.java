package io.flowgauge.metrics.comparison;

import io.flowgauge.analysis.Measured;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.comparison.Sample;
import java.util.Arrays;
import java.util.Optional;

/** The values of one quantity in the runs of one group. Immutable. */
final class GroupValues {
  private final double[] values;
  private final int runs;
  private final double mean;

  private GroupValues(double[] values, int runs) {
    this.values = values;
    this.runs = runs;
    this.mean = Arrays.stream(values).average().orElse(Double.NaN);
  }

  /** Empty if no run has it. */
  static Optional<GroupValues> of(Quantity quantity, RunGroup group) {
    double[] values =
        group.runs().stream()
            .filter(run -> isKnown(quantity, run))
            .mapToDouble(run -> run.value(quantity).orElse(0))
            .toArray();
    return values.length == 0
        ? Optional.empty()
        : Optional.of(new GroupValues(values, group.runs().size()));
  }

  /** The classes of a critical path make up all of it: one that is not there got nothing. */
  private static boolean isKnown(Quantity quantity, RunValues run) {
    boolean isPart = quantity.kind() == Quantity.Kind.CRITICAL_PATH;
    return run.value(quantity).isPresent()
        || (isPart
            && run.values().keySet().stream()
                .anyMatch(other -> other.kind() == Quantity.Kind.CRITICAL_PATH));
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
    double sum = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return sum / (values.length - 1);
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
