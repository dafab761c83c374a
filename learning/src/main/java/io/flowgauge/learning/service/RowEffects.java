package io.flowgauge.learning.service;

/** Deviations of one kind by observation; 0 for observations without a group. Not thread-safe. */
abstract class RowEffects {
  private final double[] means;
  private final double[] variances;

  RowEffects(int rows) {
    means = new double[rows];
    variances = new double[rows];
  }

  final double mean(int row) {
    return means[row];
  }

  final double variance(int row) {
    return variances[row];
  }

  final void set(int row, double mean, double variance) {
    means[row] = mean;
    variances[row] = variance;
  }

  /**
   * Learns all deviations again.
   *
   * @param deviations deviations of the log times from all other terms, by row
   * @param weights weights of the rows over their residual variances
   */
  abstract void learn(double[] deviations, double[] weights);

  /** Learns the variance of the deviations. */
  abstract void adapt();
}
