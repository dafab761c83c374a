package io.flowgauge.metrics.comparison;

import io.flowgauge.analysis.Measured;
import io.flowgauge.comparison.Difference;
import io.flowgauge.comparison.Difference.Verdict;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Tests whether two samples differ by more than their noise. With two or more runs in each group,
 * both Welch's and Student's t-tests are made, and the larger probability counts: Welch's allows
 * unequal variances, but trusts a few runs that happen to vary little; Student's does not. A single
 * disturbed run can blind these tests; so with enough runs for ranks to be conclusive (five in
 * each) the Mann-Whitney rank test is made as well, and twice the smaller probability counts, to
 * account for two tests. With one run in a group, Student's is the t-test of a new observation:
 * that run is assumed to vary like those of the other group.
 */
final class NoiseTest {
  /**
   * With four runs in each group, even complete separation has a probability of 2 in 70, which is
   * doubled.
   */
  private static final int RANKED = 5;

  private final GroupValues before;
  private final GroupValues after;
  private final double confidence;
  private final double reach;
  private final double pValue;

  /**
   * A t-test of a difference.
   *
   * @param error standard error of the difference
   * @param freedom degrees of freedom
   */
  private record DifferenceTest(double error, double freedom) {
    double pValue(double difference) {
      return 2 * TDistribution.of(freedom).survivalProbability(Math.abs(difference) / error);
    }

    /** Returns half of the length of the confidence interval. */
    double reach(double confidence) {
      return error * TDistribution.of(freedom).inverseSurvivalProbability((1 - confidence) / 2);
    }
  }

  /** Tests two samples, one of which has at least two values that are not all equal. */
  NoiseTest(SortedValues first, SortedValues second, double confidence) {
    this.before = first.moments();
    this.after = second.moments();
    this.confidence = confidence;
    DifferenceTest student = student();
    DifferenceTest welch = hasSeveralEach() ? welch() : student;
    reach = Math.max(student.reach(confidence), welch.reach(confidence));
    pValue =
        withRanks(
            Math.max(student.pValue(difference()), welch.pValue(difference())), first, second);
  }

  private boolean hasSeveralEach() {
    return before.count() > 1 && after.count() > 1;
  }

  private DifferenceTest student() {
    double freedom = before.count() + after.count() - 2.0;
    double squares =
        (before.count() - 1) * before.variance() + (after.count() - 1) * after.variance();
    double each = 1.0 / before.count() + 1.0 / after.count();
    return new DifferenceTest(Math.sqrt(squares / freedom * each), freedom);
  }

  private DifferenceTest welch() {
    double first = before.variance() / before.count();
    double second = after.variance() / after.count();
    return new DifferenceTest(Math.sqrt(first + second), freedom(first, second));
  }

  /**
   * Returns the degrees of freedom of a sum of variances: {@code (a + b)² / (a² / (n - 1) + b² / (m
   * - 1))}.
   *
   * @param a multiple of the variance of the n values before
   * @param b multiple of the variance of the m values after
   */
  private double freedom(double a, double b) {
    return 1 / (part(a / (a + b), before) + part(b / (a + b), after));
  }

  private static double part(double share, GroupValues of) {
    return share == 0 ? 0 : share * share / (of.count() - 1);
  }

  private double withRanks(double pValue, SortedValues first, SortedValues second) {
    if (Math.min(before.count(), after.count()) < RANKED) {
      return pValue;
    }
    return Math.min(1, 2 * Math.min(pValue, MannWhitney.pValue(first.sorted(), second.sorted())));
  }

  /** Whether there is noise to test against. */
  static boolean isPossible(GroupValues before, GroupValues after) {
    return !(before.isConstant() && after.isConstant());
  }

  /** Returns the result if no test is possible. */
  static Difference untested(GroupValues before, GroupValues after) {
    double difference = after.mean() - before.mean();
    boolean isSingle = before.count() < 2 && after.count() < 2;
    Verdict verdict =
        isSingle ? Verdict.ONE_RUN_EACH : difference == 0 ? Verdict.EQUAL : Verdict.NO_NOISE_SEEN;
    Measured absent =
        Measured.absent(
            isSingle ? "needs at least two runs in a group" : "all runs of a group are equal");
    return new Difference(
        difference, relative(before, after), absent, absent, absent, absent, verdict);
  }

  private double difference() {
    return after.mean() - before.mean();
  }

  private static Measured relative(GroupValues before, GroupValues after) {
    return before.mean() == 0
        ? Measured.absent("the mean of the first group is 0")
        : Measured.of((after.mean() - before.mean()) / Math.abs(before.mean()));
  }

  double pValue() {
    return pValue;
  }

  /** Returns the result, given the probability corrected for all tests made together. */
  Difference difference(double corrected) {
    return new Difference(
        difference(),
        relative(before, after),
        Measured.of(difference() - reach),
        Measured.of(difference() + reach),
        Measured.of(corrected),
        effect(),
        corrected <= 1 - confidence ? Verdict.EXCEEDS_NOISE : Verdict.WITHIN_NOISE);
  }

  /**
   * Hedges' g with the mean of both variances (Delacre et al. 2021), or the only one there is. With
   * one degree of freedom there is none: the correction would make it 0.
   */
  private Measured effect() {
    double variance = before.variance() + after.variance();
    double correction = 1 - 3 / (4 * freedom(before.variance(), after.variance()) - 1);
    return correction > 0
        ? Measured.of(
            correction * difference() / Math.sqrt(hasSeveralEach() ? variance / 2 : variance))
        : Measured.absent("only two runs show the noise");
  }
}
