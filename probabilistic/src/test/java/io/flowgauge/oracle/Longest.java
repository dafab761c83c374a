package io.flowgauge.oracle;

import java.util.function.DoubleUnaryOperator;

/**
 * The longest of many independent times of one law, computed from the quantile of its upper tail
 * with a fine trapezoid rule over the Gumbel variable: slow and obvious.
 *
 * @param upperQuantile time exceeded with a given probability
 * @param count how many times
 */
record Longest(DoubleUnaryOperator upperQuantile, double count) {
  private static final double FROM = -6;
  private static final double TO = 45;
  private static final double STEP = 1.0 / 64;

  double mean() {
    return integral(time -> time);
  }

  double sd() {
    double mean = mean();
    return Math.sqrt(integral(time -> (time - mean) * (time - mean)));
  }

  double quantile(double p) {
    return upperQuantile.applyAsDouble(-Math.expm1(Math.log(p) / count));
  }

  private double integral(DoubleUnaryOperator of) {
    double sum = 0;
    double weights = 0;
    for (double y = FROM; y <= TO; y += STEP) {
      double weight = Math.exp(-y - Math.exp(-y));
      double tail = -Math.expm1(-Math.exp(-y) / count);
      sum += weight * of.applyAsDouble(upperQuantile.applyAsDouble(tail));
      weights += weight;
    }
    return sum / weights;
  }
}
