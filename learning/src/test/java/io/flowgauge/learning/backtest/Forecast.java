package io.flowgauge.learning.backtest;

import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.learning.service.ServiceQuantiles;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * What was forecast of one activity, and what it took. The quantiles are those of 5, 10, 25, 75, 90
 * and 95 %.
 */
record Forecast(double actual, double point, List<Double> quantiles) {
  static final List<Double> LEVELS = List.of(0.05, 0.1, 0.25, 0.75, 0.9, 0.95);

  static Forecast of(double actual, ServiceEstimate estimate, ServiceQuantiles law) {
    return of(actual, law.seconds(estimate, 0.5), p -> law.seconds(estimate, p));
  }

  static Forecast of(double actual, double point, DoubleUnaryOperator quantile) {
    return new Forecast(actual, point, LEVELS.stream().map(quantile::applyAsDouble).toList());
  }

  /** Of a sorted sample, as numpy interpolates. */
  static double quantile(double[] sorted, double probability) {
    double place = probability * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  double error() {
    return Math.abs(point - actual);
  }

  /** Whether the actual time lies in the central interval of a pair of levels, the outermost 0. */
  boolean isCovered(int pair) {
    return actual >= quantiles.get(pair) && actual <= quantiles.get(LEVELS.size() - 1 - pair);
  }

  /** Width of the central 80 %, relative to the point. */
  double width() {
    return (quantiles.get(4) - quantiles.get(1)) / point;
  }
}
