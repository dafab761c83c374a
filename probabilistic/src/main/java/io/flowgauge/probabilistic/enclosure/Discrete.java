package io.flowgauge.probabilistic.enclosure;

import java.util.Arrays;
import java.util.List;

/**
 * A distribution of finitely many values that bounds another from above or below. An upper bound is
 * stochastically larger, or spread about the same mean, so that no expected maximum of such times
 * is smaller. A lower bound is stochastically smaller. Cutting off long times shortens a makespan
 * by no more than the part cut off, so the mean of that part, the excess, is added. Immutable and
 * thread-safe.
 */
public final class Discrete {
  /** Times in seconds, ascending. */
  final double[] value;

  /** Probability of a time longer than each value; 0 for the last. */
  final double[] survival;

  /** Expected seconds to add to the mean; negative for a lower bound. */
  final double excess;

  /**
   * Creates a bound of known values. The arrays are not copied.
   *
   * @param value times in seconds, ascending
   * @param survival probability of a time longer than each value; 0 for the last
   * @param excess expected seconds to add to the mean; negative for a lower bound
   */
  public Discrete(double[] value, double[] survival, double excess) {
    this.value = value;
    this.survival = survival;
    this.excess = excess;
  }

  /** Returns a constant time. */
  static Discrete of(double seconds) {
    return new Discrete(new double[] {seconds}, new double[] {0}, 0);
  }

  /** Returns the values: times in seconds, ascending. Callers must not modify the array. */
  public double[] value() {
    return value;
  }

  /**
   * Returns the probability of a time longer than each value; 0 for the last. Callers must not
   * modify the array.
   */
  public double[] survival() {
    return survival;
  }

  double first() {
    return value[0];
  }

  double last() {
    return value[value.length - 1];
  }

  /** Returns the probability of a value. */
  double mass(int k) {
    return (k == 0 ? 1 : survival[k - 1]) - survival[k];
  }

  /** Returns the mean of the longest of several independent times, without the excess. */
  double innerMean(double count) {
    double sum = value[0];
    for (int k = 0; k + 1 < value.length; k++) {
      sum -= (value[k + 1] - value[k]) * Math.expm1(count * Math.log1p(-survival[k]));
    }
    return sum;
  }

  /**
   * Returns the bound of the mean of the longest of several independent times.
   *
   * @param count how many, 1 or more
   * @return seconds
   */
  public double mean(double count) {
    return innerMean(count) + count * excess;
  }

  /**
   * Returns the longest of several independent times of this distribution.
   *
   * @param count how many, 1 or more
   */
  public Discrete power(double count) {
    if (count == 1) {
      return this;
    }
    double[] any = new double[survival.length];
    Arrays.setAll(any, k -> -Math.expm1(count * Math.log1p(-survival[k])));
    return new Discrete(value, any, count * excess);
  }

  /**
   * Returns the longest of independent times. They are combined in pairs, so that long lists take
   * little longer.
   *
   * @param all one or more bounds on the same side
   * @return the bound on that side
   */
  public static Discrete longest(List<Discrete> all) {
    int half = all.size() / 2;
    return half == 0
        ? all.get(0)
        : longest(all.subList(0, half)).max(longest(all.subList(half, all.size())));
  }

  /**
   * Returns the longer of two independent times, given as bounds on the same side, as a bound on
   * that side.
   */
  public Discrete max(Discrete other) {
    double from = Math.max(first(), other.first());
    double[] both = new double[value.length + other.value.length];
    double[] any = new double[both.length];
    int size = 0;
    int i = 0;
    int j = 0;
    while (i < value.length || j < other.value.length) {
      boolean isOwn = j == other.value.length || (i < value.length && value[i] <= other.value[j]);
      double next = isOwn ? value[i++] : other.value[j++];
      if (next >= from) {
        size -= size > 0 && both[size - 1] == next ? 1 : 0;
        double a = i == 0 ? 1 : survival[i - 1];
        double b = j == 0 ? 1 : other.survival[j - 1];
        both[size] = next;
        any[size++] = a + b - a * b;
      }
    }
    return new Discrete(Arrays.copyOf(both, size), Arrays.copyOf(any, size), excess + other.excess);
  }
}
