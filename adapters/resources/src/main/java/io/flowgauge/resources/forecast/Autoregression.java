package io.flowgauge.resources.forecast;

import java.util.Arrays;

/**
 * A linear function of the last values and a constant, fitted by recursive least squares with
 * exponential forgetting: {@code k = P z / (λ + zᵀ P z)}, {@code w ← w + k (x − wᵀ z)}, {@code P ←
 * (P − k zᵀ P) / λ}. When a series hardly changes, P would grow without limit; then it is reset.
 */
final class Autoregression implements Forecaster {
  private static final double FORGETTING = 0.995;
  private static final double UNCERTAIN = 1e3;
  private static final double LARGEST = 1e8;

  private final int order;

  /** A constant 1, then the last values, the oldest first. */
  private final double[] inputs;

  private final double[] weights;
  private final double[][] covariance;
  private int held;

  Autoregression(int order) {
    this.order = order;
    inputs = new double[order + 1];
    inputs[0] = 1;
    weights = new double[order + 1];
    covariance = new double[order + 1][order + 1];
    reset();
  }

  private void reset() {
    for (int row = 0; row <= order; row++) {
      Arrays.fill(covariance[row], 0);
      covariance[row][row] = UNCERTAIN;
    }
  }

  @Override
  public void add(double value) {
    if (held == order) {
      learn(value);
    }
    System.arraycopy(inputs, 2, inputs, 1, order - 1);
    inputs[order] = value;
    held = Math.min(order, held + 1);
  }

  private void learn(double value) {
    double[] spread = new double[order + 1];
    double norm = FORGETTING;
    for (int row = 0; row <= order; row++) {
      spread[row] = product(covariance[row], inputs);
      norm += inputs[row] * spread[row];
    }
    double error = value - product(weights, inputs);
    double trace = 0;
    for (int row = 0; row <= order; row++) {
      double gain = spread[row] / norm;
      weights[row] += gain * error;
      for (int column = 0; column <= order; column++) {
        covariance[row][column] = (covariance[row][column] - gain * spread[column]) / FORGETTING;
      }
      trace += covariance[row][row];
    }
    if (!(trace >= 0 && trace < LARGEST)) {
      reset();
    }
  }

  private static double product(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  @Override
  public double next() {
    return held < order ? inputs[order] : product(weights, inputs);
  }

  @Override
  public String name() {
    return "autoregression of " + order;
  }
}
