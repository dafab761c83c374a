package io.flowgauge.learning.service;

/** Sums up what estimated deviations say of their variance. Not thread-safe. */
final class Variance {
  /** How many deviations the assumed variance is worth. */
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
   * The variance, by one step of expectation and maximisation.
   *
   * @param means how many means were taken out of the deviations
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
