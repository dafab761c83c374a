package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.Law;
import java.util.Arrays;

/**
 * Probabilities at equally spaced times. Convolution is done term by term, which keeps them all
 * positive.
 */
final class Lattice {
  private static final double TAIL = 1e-14;
  private static final double HALF = 0.5;

  /** Probability at either end that is too small to affect any answer. */
  private static final double NEGLIGIBLE = 1e-30;

  final double start;
  final double step;
  final double[] mass;

  private Lattice(double start, double step, double[] mass) {
    this.start = start;
    this.step = step;
    this.mass = mass;
  }

  /** Discretizes a law: each time is moved to the nearest lattice point. */
  static Lattice of(Law law, double step) {
    double from = Math.rint(low(law) / step);
    double to = Math.max(from, Math.rint(high(law) / step));
    double[] mass = new double[(int) (to - from) + 1];
    double cdf = 0;
    double survival = 1;
    for (int k = 0; k < mass.length; k++) {
      double edge = (from + k + HALF) * step;
      double nextCdf = law.cdf(edge);
      double nextSurvival = law.survival(edge);
      mass[k] = Math.max(0, nextCdf < HALF ? nextCdf - cdf : survival - nextSurvival);
      cdf = nextCdf;
      survival = nextSurvival;
    }
    return new Lattice(from * step, step, mass);
  }

  /** Returns where the law begins, except for a negligible part. */
  static double low(Law law) {
    return Double.isFinite(law.lower()) ? law.lower() : law.quantile(TAIL);
  }

  /** Returns where the law ends, except for a negligible part. */
  static double high(Law law) {
    return Double.isFinite(law.upper()) ? law.upper() : law.upperQuantile(TAIL);
  }

  Lattice plus(Lattice other) {
    double[] sum = new double[mass.length + other.mass.length - 1];
    for (int i = 0; i < mass.length; i++) {
      if (mass[i] > 0) {
        for (int j = 0; j < other.mass.length; j++) {
          sum[i + j] += mass[i] * other.mass[j];
        }
      }
    }
    return new Lattice(start + other.start, step, sum).trimmed();
  }

  private Lattice trimmed() {
    int from = 0;
    while (mass[from] < NEGLIGIBLE) {
      from++;
    }
    int to = mass.length;
    while (mass[to - 1] < NEGLIGIBLE) {
      to--;
    }
    return new Lattice(start + from * step, step, Arrays.copyOfRange(mass, from, to));
  }

  /** Returns the sum of {@code count} independent copies, computed by doubling. */
  Lattice times(int count) {
    if (count == 1) {
      return this;
    }
    Lattice half = times(count / 2);
    Lattice even = half.plus(half);
    return count % 2 == 0 ? even : even.plus(this);
  }

  Points points() {
    double[] times = new double[mass.length];
    for (int k = 0; k < times.length; k++) {
      times[k] = start + k * step;
    }
    return new Points(times, mass);
  }
}
