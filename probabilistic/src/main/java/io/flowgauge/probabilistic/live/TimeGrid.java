package io.flowgauge.probabilistic.live;

/**
 * A grid of times from 0 on, about equidistant at first and then at equal ratios. Immutable and
 * thread-safe.
 */
final class TimeGrid {
  static final int NODES = 256;

  private final double unit;
  private final double rate;
  private final double[] times = new double[NODES];

  /**
   * Creates a grid.
   *
   * @param unit time up to which nodes are about equidistant
   * @param end the last time
   */
  TimeGrid(double unit, double end) {
    this.unit = unit;
    rate = Math.log1p(end / unit) / (NODES - 1);
    for (int k = 0; k < NODES; k++) {
      times[k] = unit * Math.expm1(rate * k);
    }
  }

  double time(int k) {
    return times[k];
  }

  double end() {
    return times[NODES - 1];
  }

  double middle() {
    return times[NODES / 2];
  }

  /**
   * Interpolates {@code ln(-ln F)} from the values of {@code ln F} at the nodes; the time must be
   * within the grid.
   */
  double score(double[] logs, double time) {
    double place = Math.log1p(time / unit) / rate;
    int first = Math.max(0, Math.min((int) place - 1, NODES - 4));
    double u = place - first;
    double a = u - 1;
    double b = u - 2;
    double c = u - 3;
    return -a * b * c / 6 * score(logs[first])
        + u * b * c / 2 * score(logs[first + 1])
        - u * a * c / 2 * score(logs[first + 2])
        + u * a * b / 6 * score(logs[first + 3]);
  }

  private static double score(double log) {
    return Math.log(Math.max(-log, Double.MIN_NORMAL));
  }
}
