package io.flowgauge.learning.forecast;

import io.flowgauge.learning.service.Student;

/**
 * Clipped quantiles of Student's distribution with 4 degrees of freedom, from a table. Clipping
 * keeps drawn times from going far beyond the data. Stateless and thread-safe.
 */
final class BoundedStudent {
  /** The largest deviation. */
  static final double MOST = 3;

  /** With this many cells, linear interpolation is off by less than 1e-5. */
  private static final int CELLS = 2048;

  private static final double LOWEST = cdf(-MOST);
  private static final double SCALE = CELLS / (1 - 2 * LOWEST);
  private static final double[] QUANTILES = quantiles();

  private BoundedStudent() {}

  private static double[] quantiles() {
    double[] all = new double[CELLS + 2];
    for (int k = 0; k <= CELLS; k++) {
      all[k] = Student.quantile(LOWEST + k / SCALE);
    }
    all[CELLS + 1] = all[CELLS];
    return all;
  }

  /**
   * A quantile.
   *
   * @param p probability, in [0, 1]
   * @return from -3 to 3
   */
  static double quantile(double p) {
    double place = Math.max(0, Math.min(CELLS, (p - LOWEST) * SCALE));
    int cell = (int) place;
    return QUANTILES[cell] + (place - cell) * (QUANTILES[cell + 1] - QUANTILES[cell]);
  }

  /**
   * The distribution function, not clipped.
   *
   * @return {@code 1/2 + s (3 - s^2) / 4 with s = x / sqrt(4 + x^2)}
   */
  static double cdf(double x) {
    double s = x / Math.sqrt(4 + x * x);
    return 0.5 + s * (3 - s * s) / 4;
  }
}
