package io.flowgauge.probabilistic.order;

import java.util.Arrays;
import java.util.function.DoubleFunction;

/**
 * A table of the mean and standard deviation of the longest of n independent times over {@code ln
 * n}, with interpolation by polynomials through six nodes. Both are smooth functions of {@code ln
 * n} for any law, because {@code E[g(Y + ln n)]} averages over the Gumbel variable Y. Immutable and
 * thread-safe.
 */
public final class MomentTable {
  /** The largest count. */
  public static final long MAX_COUNT = 1_000_000_000;

  private static final int POINTS = 6;

  /** Replaces a variance of 0, which has no logarithm. */
  private static final double LEAST_VARIANCE = 1e-280;

  private static final double NEXT_TO_NONE = 1e-100;

  /**
   * Accepted difference of two trapezoidal rules; the error of the finer one is then far smaller.
   */
  private static final double SMOOTH = 1e-7;

  /**
   * Fraction of the variance that the rule may miss: twice the relative error of the standard
   * deviation.
   */
  private static final double NEGLIGIBLE = 2e-8;

  /** Products of the distances of each node from the others. */
  private static final double[] DIVISORS = {-120, 24, -12, 12, -24, 120};

  private final int perUnit;
  private final double[] means;

  /**
   * Logarithms of variances, because a standard deviation may fall by many orders of magnitude with
   * the count.
   */
  private final double[] logVariances;

  private MomentTable(int perUnit, double[] means, double[] logVariances) {
    this.perUnit = perUnit;
    this.means = means;
    this.logVariances = logVariances;
  }

  /**
   * Tabulates exact moments.
   *
   * @param moments mean and standard deviation of the longest of a given number
   */
  public static MomentTable of(DoubleFunction<Moments> moments, Fineness fineness) {
    int perUnit = fineness.momentsPerUnit;
    double[] means = new double[size(perUnit)];
    double[] variances = new double[means.length];
    for (int k = 0; k < means.length; k++) {
      Moments each = moments.apply(Math.exp((double) k / perUnit));
      means[k] = each.mean();
      variances[k] = each.sd() * each.sd();
    }
    return new MomentTable(perUnit, means, logs(variances));
  }

  /**
   * Tabulates the moments of a distribution that is itself tabulated. If the distribution is
   * smooth, they come from its scores, else from integrals over time, which take longer.
   */
  public static MomentTable of(Tail tail, ScoreTable scores) {
    int perUnit = tail.fineness().momentsPerUnit;
    if (perUnit != GumbelRule.PER_UNIT || !isSmooth(scores)) {
      return of(tail.timeTable()::moments, tail.fineness());
    }
    double[] times = scores.timesFrom(GumbelRule.FROM, perUnit);
    double[] means = new double[size(perUnit)];
    double[] variances = new double[means.length];
    GumbelRule.moments(times, means, variances);
    return new MomentTable(perUnit, means, logs(variances));
  }

  private static boolean isSmooth(ScoreTable scores) {
    double[] times = scores.timesFrom(GumbelRule.FROM, GumbelRule.PER_UNIT);
    double last = Math.log(MAX_COUNT) * GumbelRule.PER_UNIT;
    for (int node = 0; node <= last; node += (int) last / 4) {
      if (GumbelRule.trapezoidal(times, node, NEGLIGIBLE).relativeError() > SMOOTH) {
        return false;
      }
    }
    return true;
  }

  private static int size(int perUnit) {
    return (int) Math.ceil(Math.log(MAX_COUNT) * perUnit) + 1;
  }

  private static double[] logs(double[] variances) {
    return Arrays.stream(variances).map(v -> Math.log(Math.max(LEAST_VARIANCE, v))).toArray();
  }

  /**
   * Returns the table of a sum of independent maxima.
   *
   * @param times how many times this one occurs in the sum
   */
  public MomentTable plus(double times, MomentTable other) {
    double[] sumMeans = new double[means.length];
    double[] sumVariances = new double[means.length];
    for (int k = 0; k < means.length; k++) {
      sumMeans[k] = times * means[k] + other.means[k];
      sumVariances[k] =
          Math.log(times * Math.exp(logVariances[k]) + Math.exp(other.logVariances[k]));
    }
    return new MomentTable(perUnit, sumMeans, sumVariances);
  }

  /** Returns the table of the sum of the given number of such maxima. */
  public MomentTable times(double times) {
    return plus(times - 1, this);
  }

  /**
   * Returns the mean of the longest.
   *
   * @param count how many, from 1 to {@link #MAX_COUNT}
   * @return seconds
   */
  public double mean(double count) {
    return between(means, count);
  }

  /**
   * Returns the standard deviation of the longest.
   *
   * @param count how many, from 1 to {@link #MAX_COUNT}
   * @return seconds
   */
  public double sd(double count) {
    double sd = Math.exp(between(logVariances, count) / 2);
    return sd > NEXT_TO_NONE ? sd : 0;
  }

  private double between(double[] values, double count) {
    double place = Math.log(count) * perUnit;
    int first = Math.max(0, Math.min((int) place - POINTS / 2 + 1, values.length - POINTS));
    double u = place - first;
    double a = u * (u - 1);
    double b = (u - 2) * (u - 3);
    double c = (u - 4) * (u - 5);
    return (u - 1) * b * c / DIVISORS[0] * values[first]
        + u * b * c / DIVISORS[1] * values[first + 1]
        + a * (u - 3) * c / DIVISORS[2] * values[first + 2]
        + a * (u - 2) * c / DIVISORS[3] * values[first + 3]
        + a * b * (u - 5) / DIVISORS[4] * values[first + 4]
        + a * b * (u - 4) / DIVISORS[5] * values[first + 5];
  }
}
