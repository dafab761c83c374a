package io.flowgauge.learning.service;

/**
 * Student's law with 4 degrees of freedom, which ends where it is farther from 0 than any data
 * show.
 */
public final class Student {
  /** Largest quantile, that of about 98 %. */
  private static final double FARTHEST = 3;

  /** Quantile of 90 %. */
  private static final double LATE = quantile(0.9);

  /** Distance, in log time, from the 90 % quantile of a very wide law to its end. */
  private static final double REACH = 1.5;

  private Student() {}

  /** Quantile of the law without ends, in closed form. */
  public static double quantile(double probability) {
    double spread = 2 * Math.sqrt(probability * (1 - probability));
    double cosine = Math.cos(Math.acos(spread) / 3) / spread;
    return Math.copySign(2 * Math.sqrt(Math.max(0, cosine - 1)), probability - 0.5);
  }

  /**
   * Returns the deviation of a log time. If the law is so wide that the mean time would lie beyond
   * its 90 % quantile, it ends near that.
   */
  static double deviation(double scale, double probability) {
    double end = Math.min(FARTHEST, LATE + REACH / scale);
    if (probability == 0.5 || scale == 0) {
      return 0;
    }
    double t = probability <= 0 || probability >= 1 ? end : Math.abs(quantile(probability));
    return Math.copySign(scale * Math.min(t, end), probability - 0.5);
  }
}
