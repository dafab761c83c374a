package io.flowgauge.metrics.comparison;

import io.flowgauge.analysis.Measured;
import io.flowgauge.comparison.Sample;

/**
 * Statistics of the values of one quantity in the runs of one group.
 *
 * @param count number of values, 1 or more
 * @param runs number of runs in the group
 * @param mean their mean
 * @param variance their sample variance; meaningful for two values or more
 * @param smallest the smallest value
 * @param isConstant whether all values are equal
 */
record GroupValues(
    int count, int runs, double mean, double variance, double smallest, boolean isConstant) {

  Sample sample() {
    return new Sample(
        count,
        runs,
        mean,
        count < 2
            ? Measured.absent("needs at least two runs")
            : Measured.of(isConstant ? 0 : Math.sqrt(variance)));
  }
}
