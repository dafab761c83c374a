package io.flowgauge.learning.service;

/** Learns the variance of deviations from their estimates. Not thread-safe. */
final class Variance {
  /** Weight of the assumed variance, in deviations. */
  private static final double WORTH = 3;

  private static final double LEAST = 1e-6;

  private double squares;
  private double uncertain;
  private int count;

  void add(Estimate deviation) {
    squares += deviation.mean() * deviation.mean();
    uncertain += deviation.variance();
    count++;
  }

  /**
   * Returns the variance after one step of expectation maximisation.
   *
   * @param means number of means that were subtracted from the deviations
   * @param assumed the variance assumed before any was seen
   */
  double learned(int means, double assumed) {
    int freedom = count - means;
    if (freedom <= 0) {
      return assumed;
    }
    double sum = squares + uncertain * freedom / count;
    return Math.max(LEAST, (sum + WORTH * assumed) / (freedom + WORTH));
  }
}
