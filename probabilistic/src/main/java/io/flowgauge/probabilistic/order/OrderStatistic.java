package io.flowgauge.probabilistic.order;

import io.flowgauge.prediction.Law;

/**
 * The longest of n independent times of one law, for any real n from 1 to 1e9.
 *
 * <p>With {@code g(z) = Q(exp(-exp(-z)))}, where Q is the quantile function and Y a standard Gumbel
 * variable, it is {@code g(Y + ln n)}. A quantile takes one call of Q. Mean and standard deviation
 * are computed by a trapezoidal rule, which converges exponentially for smooth g. If two rules
 * differ, as for laws with gaps, or the distribution function jumps, the survival function is
 * integrated over time instead ({@link SurvivalIntegral}, {@link TimeTable}). Immutable and
 * thread-safe.
 */
public final class OrderStatistic {
  /**
   * Accepted difference of the trapezoidal rules; the error of the finer one is then far smaller.
   */
  private static final double TOLERANCE = 1e-9;

  /** Fraction of the variance that the rule may miss. */
  private static final double NEGLIGIBLE = 2e-11;

  /** Relative error of answers, from round-off and tolerances of the panels. */
  public static final double RELATIVE_ERROR = 1e-10;

  private static final double HALF = 0.5;

  private final Law law;
  private final boolean finite;

  /** Computed when first needed; racing threads compute equal tables. */
  private volatile TimeTable table;

  private OrderStatistic(Law law, boolean finite) {
    this.law = law;
    this.finite = finite;
  }

  /** Returns the order statistic of a law. */
  public static OrderStatistic of(Law law) {
    return new OrderStatistic(law, false);
  }

  /**
   * Returns the order statistic of a law that is known to have finite moments, without calling
   * them.
   */
  public static OrderStatistic ofFinite(Law law) {
    return new OrderStatistic(law, true);
  }

  /**
   * Returns the mean and standard deviation of the longest.
   *
   * @param count how many, 1 or more
   * @return both, with their error
   * @throws IllegalArgumentException if the count is below 1 or not finite
   */
  public Moments moments(double count) {
    checkCount(count);
    if (!finite && law.sd() == Double.POSITIVE_INFINITY) {
      boolean mean = law.mean() < Double.POSITIVE_INFINITY;
      double value = mean ? table().moments(count).mean() : Double.POSITIVE_INFINITY;
      return new Moments(value, Double.POSITIVE_INFINITY, RELATIVE_ERROR);
    }
    Moments found = law.hasAtoms() ? table().moments(count) : ofSmooth(count);
    return new Moments(found.mean(), found.sd(), RELATIVE_ERROR);
  }

  /**
   * Computes moments by the trapezoidal rule or, if a gap or an infinite density makes it
   * inaccurate, by integration over time.
   */
  private Moments ofSmooth(double count) {
    Moments fast = GumbelRule.trapezoidal(this::atScore, Math.log(count), NEGLIGIBLE);
    return fast.relativeError() < TOLERANCE ? fast : SurvivalIntegral.moments(law, count);
  }

  /**
   * Returns g(z), the time whose Gumbel score is z.
   *
   * @param z the score, {@code -ln(-ln F)}
   * @return {@code Q(exp(-exp(-z)))}
   */
  public double atScore(double z) {
    double log = -Math.exp(-z);
    double upper = -Math.expm1(log);
    return upper < HALF ? law.upperQuantile(upper) : law.quantile(Math.exp(log));
  }

  private TimeTable table() {
    TimeTable made = table;
    if (made == null) {
      boolean steps = law instanceof Steps some && some.isStepwise();
      made = steps ? TimeTable.ofSteps(((Steps) law).jumps(), law) : Tail.of(law).timeTable();
      table = made;
    }
    return made;
  }

  static void checkCount(double count) {
    if (!(count >= 1 && count < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("count must be 1 or more and finite, but is " + count);
    }
  }
}
