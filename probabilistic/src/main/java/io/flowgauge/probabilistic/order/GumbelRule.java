package io.flowgauge.probabilistic.order;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * Expectations over a standard Gumbel variable Y by the trapezoidal rule. The longest of n
 * independent times with quantile function Q is {@code g(Y + ln n)}, where {@code g(z) =
 * Q(exp(-exp(-z)))}, so one fixed rule serves every n.
 */
final class GumbelRule {
  static final int PER_UNIT = 8;

  /** Score of the first node; outside the range of nodes, the Gumbel density is below 1e-17. */
  static final double FROM = -3.875;

  private static final double TO = 40;

  /**
   * Ratio of a rise between nodes to its neighbours from which it is treated as a gap of the law,
   * whose place between the nodes is unknown.
   */
  private static final double JUMP = 4;

  /** Weights of the nodes in ascending order of scores. */
  private static final double[] WEIGHTS = new double[(int) ((TO - FROM) * PER_UNIT) + 1];

  static {
    for (int k = 0; k < WEIGHTS.length; k++) {
      double y = FROM + (double) k / PER_UNIT;
      WEIGHTS[k] = Math.exp(-y - Math.exp(-y)) / PER_UNIT;
    }
  }

  private GumbelRule() {}

  /**
   * Returns the mean and standard deviation. Their relative error is the difference from the rule
   * with half as many nodes, or 1 if too much of the variance may lie beyond the last node or in a
   * jump between two nodes.
   *
   * @param negligible fraction of the variance that may lie there
   */
  static Moments trapezoidal(DoubleUnaryOperator g, double logCount, double negligible) {
    double[] values = new double[WEIGHTS.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = g.applyAsDouble(FROM + (double) k / PER_UNIT + logCount);
    }
    return trapezoidal(values, 0, negligible);
  }

  /**
   * Returns the mean and standard deviation from the values at the nodes, starting at an index;
   * beyond the end of the array the last value is used.
   */
  static Moments trapezoidal(double[] values, int first, double negligible) {
    Moments fine = moments(values, first, 1);
    Moments coarse = moments(values, first, 2);
    double scale = Math.max(Math.abs(fine.mean()), Double.MIN_NORMAL);
    double sdScale = Math.max(fine.sd(), Double.MIN_NORMAL);
    double distance = (value(values, first, WEIGHTS.length - 1) - fine.mean()) / sdScale;
    double beyond = WEIGHTS[WEIGHTS.length - 1] * PER_UNIT * distance * distance;
    double hidden = jumps(values, first) / (sdScale * sdScale);
    double off =
        Math.max(
            Math.abs(fine.mean() - coarse.mean()) / scale,
            Math.abs(fine.sd() - coarse.sd()) / sdScale);
    return new Moments(fine.mean(), fine.sd(), Math.max(beyond, hidden) < negligible ? off : 1);
  }

  /**
   * Returns the greatest part of the variance that depends on where a jump lies between two nodes.
   */
  private static double jumps(double[] values, int first) {
    double most = 0;
    double before = 0;
    double here = rise(values, first, 0);
    for (int k = 0; k + 1 < WEIGHTS.length; k++) {
      double after = rise(values, first, k + 1);
      if (here > JUMP * Math.max(before, after)) {
        most = Math.max(most, Math.max(WEIGHTS[k], WEIGHTS[k + 1]) * here * here);
      }
      before = here;
      here = after;
    }
    return most;
  }

  private static double rise(double[] values, int first, int k) {
    return value(values, first, k + 1) - value(values, first, k);
  }

  /**
   * Computes means and variances for rules that start at each of the first nodes, all side by side.
   *
   * @param means receives the mean for each starting node; must contain zeros
   * @param variances receives the variances; must contain zeros
   */
  static void moments(double[] values, double[] means, double[] variances) {
    double[] all = Arrays.copyOf(values, means.length + WEIGHTS.length);
    Arrays.fill(all, Math.min(values.length, all.length), all.length, values[values.length - 1]);
    for (int k = 0; k < WEIGHTS.length; k++) {
      double weight = WEIGHTS[k];
      for (int node = 0; node < means.length; node++) {
        means[node] += weight * all[node + k];
      }
    }
    for (int k = 0; k < WEIGHTS.length; k++) {
      double weight = WEIGHTS[k];
      for (int node = 0; node < means.length; node++) {
        double distance = all[node + k] - means[node];
        variances[node] += weight * distance * distance;
      }
    }
  }

  private static Moments moments(double[] values, int first, int step) {
    double mean = 0;
    for (int k = 0; k < WEIGHTS.length; k += step) {
      mean += step * WEIGHTS[k] * value(values, first, k);
    }
    double variance = 0;
    for (int k = 0; k < WEIGHTS.length; k += step) {
      double distance = value(values, first, k) - mean;
      variance += step * WEIGHTS[k] * distance * distance;
    }
    return new Moments(mean, Math.sqrt(variance), 0);
  }

  private static double value(double[] values, int first, int k) {
    return values[Math.min(values.length - 1, first + k)];
  }
}
