package io.flowgauge.probabilistic.order;

import io.flowgauge.prediction.Law;

/**
 * The longest of n independent times of one law, for any real n from 1 to 1e9.
 *
 * <p>With {@code g(z) = Q(exp(-exp(-z)))}, Q the quantile function and Y a standard Gumbel
 * variable, it is {@code g(Y + ln n)}: quantiles are one call of Q, mean and standard deviation a
 * trapezoidal rule, which converges exponentially for smooth g. Where two rules differ, as for laws
 * with gaps, and where the distribution function jumps, the survival function is integrated over
 * time instead ({@link SurvivalIntegral}, {@link TimeTable}). Immutable and thread-safe.
 */
public final class OrderStatistic {
  /** Allowed difference of the trapezoidal rules; the finer one is then off by far less. */
  private static final double TOLERANCE = 1e-9;

  /** Share of the variance that the rule may not see. */
  private static final double NEGLIGIBLE = 2e-11;

  /** Relative error of answers, from round-off and tolerances of the panels. */
  public static final double RELATIVE_ERROR = 1e-10;

  private static final double HALF = 0.5;

  private final Law law;
  private final boolean finite;

  /** Made when first needed. Racing threads make equal ones. */
  private volatile TimeTable table;

  private OrderStatistic(Law law, boolean finite) {
    this.law = law;
    this.finite = finite;
  }

  /** The longest times of a law. */
  public static OrderStatistic of(Law law) {
    return new OrderStatistic(law, false);
  }

  /** The same for a law known to have finite moments, which are not asked for. */
  public static OrderStatistic ofFinite(Law law) {
    return new OrderStatistic(law, true);
  }

  /**
   * Mean and standard deviation of the longest.
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

  /** By the rule for all, or where a gap or an infinite density is in its way, with more care. */
  private Moments ofSmooth(double count) {
    Moments fast = GumbelRule.trapezoidal(this::atScore, Math.log(count), NEGLIGIBLE);
    return fast.relativeError() < TOLERANCE ? fast : new SurvivalIntegral(law, count).moments();
  }

  /**
   * The function g: the time whose Gumbel score is z.
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
