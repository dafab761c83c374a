package io.flowgauge.learning.forecast;

import java.util.List;

/** Observed numbers, one or more, to draw from. Immutable and thread-safe. */
final class Sample {
  /** The sample that has only 0. */
  static final Sample ZERO = of(List.of(), 0);

  private final double[] sorted;

  private Sample(double[] sorted) {
    this.sorted = sorted;
  }

  /** Returns a sample of the given numbers or, if there are none, of the given default. */
  static Sample of(List<Double> values, double otherwise) {
    return values.isEmpty()
        ? new Sample(new double[] {otherwise})
        : new Sample(values.stream().mapToDouble(v -> v).sorted().toArray());
  }

  /**
   * One of the numbers.
   *
   * @param p position among the sorted numbers, in [0, 1)
   */
  double at(double p) {
    return sorted[(int) (p * sorted.length)];
  }

  /** The number in the middle. */
  double median() {
    return at(0.5);
  }
}
