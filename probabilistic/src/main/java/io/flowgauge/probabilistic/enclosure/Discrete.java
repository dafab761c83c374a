package io.flowgauge.probabilistic.enclosure;

import java.util.Arrays;
import java.util.List;

/**
 * A bound of a distribution by finitely many values. Above: the values are stochastically larger,
 * or spread about their mean, so that no expected maximum of them is smaller. Below: they are
 * stochastically smaller. Cutting off long times shortens a makespan by no more than the part cut
 * off, so the mean of that part, the excess, is added. Immutable and thread-safe.
 */
public final class Discrete {
  /** Ascending. */
  final double[] value;

  /** Probability to be larger than each value; 0 for the last. */
  final double[] beyond;

  /** Expected time to add; negative below. */
  final double excess;

  /**
   * A bound of known values. Takes the arrays as its own.
   *
   * @param value times in seconds, ascending
   * @param beyond probability to be larger than each; 0 for the last
   * @param excess expected seconds to add to the mean; negative below
   */
  public Discrete(double[] value, double[] beyond, double excess) {
    this.value = value;
    this.beyond = beyond;
    this.excess = excess;
  }

  /** Times that do not vary. */
  static Discrete of(double seconds) {
    return new Discrete(new double[] {seconds}, new double[] {0}, 0);
  }

  /** The values: times in seconds, ascending; not to be written to. */
  public double[] value() {
    return value;
  }

  /**
   * What lies beyond the values: probability to be larger than each value, 0 for the last; not to
   * be written to.
   */
  public double[] beyond() {
    return beyond;
  }

  double first() {
    return value[0];
  }

  double last() {
    return value[value.length - 1];
  }

  /** Probability of a value. */
  double mass(int k) {
    return (k == 0 ? 1 : beyond[k - 1]) - beyond[k];
  }

  /** The mean of the longest of several, without the excess. */
  double innerMean(double count) {
    double sum = value[0];
    for (int k = 0; k + 1 < value.length; k++) {
      sum -= (value[k + 1] - value[k]) * Math.expm1(count * Math.log1p(-beyond[k]));
    }
    return sum;
  }

  /**
   * The bound of the mean of the longest of several.
   *
   * @param count how many independent ones, 1 or more
   * @return seconds
   */
  public double mean(double count) {
    return innerMean(count) + count * excess;
  }

  /**
   * The longest of several of one distribution.
   *
   * @param count how many independent ones, 1 or more
   */
  public Discrete power(double count) {
    if (count == 1) {
      return this;
    }
    double[] any = new double[beyond.length];
    Arrays.setAll(any, k -> -Math.expm1(count * Math.log1p(-beyond[k])));
    return new Discrete(value, any, count * excess);
  }

  /**
   * The longest of independent times, in pairs, so that long lists take little longer.
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

  /** The longer of two independent times: the bound on that side. */
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
        double a = i == 0 ? 1 : beyond[i - 1];
        double b = j == 0 ? 1 : other.beyond[j - 1];
        both[size] = next;
        any[size++] = a + b - a * b;
      }
    }
    return new Discrete(Arrays.copyOf(both, size), Arrays.copyOf(any, size), excess + other.excess);
  }
}
