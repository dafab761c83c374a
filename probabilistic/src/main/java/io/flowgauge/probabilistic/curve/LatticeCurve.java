package io.flowgauge.probabilistic.curve;

import java.util.Arrays;

/** A survival function given by values at equal steps, with cubic interpolation between them. */
final class LatticeCurve implements Curve {
  /** Round-off of tail sums; survival values this close to 0 or 1 are meaningless. */
  private static final double ROUND_OFF = 1e-17;

  /**
   * Coefficients of the midpoint rule's correction, which turns cell masses into a distribution
   * function.
   */
  private static final double FIRST = 1.0 / 24;

  private static final double THIRD = 17.0 / 5760;

  private final double start;
  private final double step;
  private final double[] survival;

  private LatticeCurve(double start, double step, double[] survival) {
    this.start = start;
    this.step = step;
    this.survival = survival;
  }

  /**
   * Returns the curve of a sum. Its survival midway between two points is the mass beyond, less the
   * error of the midpoint rule, which is found to the fourth order from differences of the masses.
   *
   * @param masses probabilities of the points; may be slightly negative
   */
  static LatticeCurve ofMasses(double start, double step, double[] masses, double tail) {
    return trimmed(start + step / 2, step, values(masses, 0), Math.max(tail, ROUND_OFF));
  }

  /** Returns the start of a curve. The result must not be read near its end. */
  static LatticeCurve ofStart(double start, double step, double[] masses) {
    double beyond = 1;
    for (double mass : masses) {
      beyond -= mass;
    }
    return new LatticeCurve(start + step / 2, step, values(masses, beyond));
  }

  private static double[] values(double[] masses, double beyondAll) {
    double[] values = new double[masses.length];
    double beyond = beyondAll;
    for (int k = masses.length - 1; k >= 0; k--) {
      double before = at(masses, k - 1);
      double after = at(masses, k + 1);
      double third = at(masses, k + 2) - 3 * after + 3 * masses[k] - before;
      values[k] = beyond - FIRST * (after - masses[k]) + THIRD * third;
      beyond += masses[k];
    }
    makeMonotone(values);
    return values;
  }

  /** Returns the time that lies the given number of points before the last one. */
  double before(int points) {
    return start + (survival.length - 1 - points) * step;
  }

  private static double at(double[] masses, int k) {
    return k < 0 || k >= masses.length ? 0 : masses[k];
  }

  /**
   * Makes values fall monotonically, starting from the right: where single points hold nearly all
   * mass, the correction by differences is meaningless.
   */
  private static void makeMonotone(double[] values) {
    double most = 0;
    for (int k = values.length - 1; k >= 0; k--) {
      most = Math.max(most, Math.min(1, values[k]));
      values[k] = most;
    }
  }

  private static LatticeCurve trimmed(double start, double step, double[] values, double tail) {
    int from = 0;
    while (from + 2 < values.length && values[from + 1] >= 1 - tail) {
      from++;
    }
    int to = values.length;
    while (to > from + 2 && values[to - 2] <= tail) {
      to--;
    }
    double[] kept = Arrays.copyOfRange(values, from, to);
    kept[0] = 1;
    kept[kept.length - 1] = 0;
    return new LatticeCurve(start + from * step, step, kept);
  }

  @Override
  public double survival(double t) {
    double place = (t - start) / step;
    if (place <= 0) {
      return 1;
    }
    int k = (int) place;
    if (k >= survival.length - 1) {
      return 0;
    }
    return cubic(k, place - k);
  }

  private double cubic(int k, double u) {
    double before = k > 0 ? survival[k - 1] : 1;
    double y0 = survival[k];
    double y1 = survival[k + 1];
    double after = k + 2 < survival.length ? survival[k + 2] : 0;
    double c1 = y1 - before / 3 - y0 / 2 - after / 6;
    double c2 = (before + y1) / 2 - y0;
    double c3 = (after - before) / 6 + (y0 - y1) / 2;
    double value = y0 + u * (c1 + u * (c2 + u * c3));
    return Math.max(y1, Math.min(y0, value));
  }

  @Override
  public double lower() {
    return start;
  }

  @Override
  public double upper() {
    return start + (survival.length - 1) * step;
  }
}
