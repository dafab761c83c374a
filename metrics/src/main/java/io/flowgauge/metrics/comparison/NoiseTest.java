package io.flowgauge.metrics.comparison;

import io.flowgauge.analysis.Measured;
import io.flowgauge.comparison.Difference;
import io.flowgauge.comparison.Difference.Verdict;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.TTest;

/**
 * Tests whether two samples differ by more than their noise. With two or more runs in each group,
 * it is Welch's t-test, which allows unequal variances. A single disturbed run can blind that test;
 * so with enough runs for ranks to be conclusive (five in each) the Mann-Whitney rank test is made
 * as well, and twice the smaller probability counts, to account for two tests. With one run in a
 * group, it is the t-test of a new observation: that run is assumed to vary like those of the other
 * group.
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
  private final double error;
  private final double freedom;
  private final double pValue;

  /** Tests two samples, one of which has at least two values that are not all equal. */
  NoiseTest(SortedValues first, SortedValues second, double confidence) {
    this.before = first.moments();
    this.after = second.moments();
    this.confidence = confidence;
    if (before.count() > 1 && after.count() > 1) {
      TTest.Result welch =
          TTest.withDefaults()
              .test(
                  after.mean(),
                  after.variance(),
                  after.count(),
                  before.mean(),
                  before.variance(),
                  before.count());
      error = Math.sqrt(before.variance() / before.count() + after.variance() / after.count());
      freedom = welch.getDegreesOfFreedom();
      pValue = withRanks(welch.getPValue(), first, second);
    } else {
      GroupValues many = before.count() > 1 ? before : after;
      error = Math.sqrt(many.variance() * (1 + 1.0 / many.count()));
      freedom = many.count() - 1;
      double t = Math.abs(difference()) / error;
      pValue = Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(t));
    }
  }

  private double withRanks(double welch, SortedValues first, SortedValues second) {
    if (Math.min(before.count(), after.count()) < RANKED) {
      return welch;
    }
    return Math.min(1, 2 * Math.min(welch, MannWhitney.pValue(first.sorted(), second.sorted())));
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
    double half =
        error * TDistribution.of(freedom).inverseSurvivalProbability((1 - confidence) / 2);
    return new Difference(
        difference(),
        relative(before, after),
        Measured.of(difference() - half),
        Measured.of(difference() + half),
        Measured.of(corrected),
        effect(),
        corrected <= 1 - confidence ? Verdict.EXCEEDS_NOISE : Verdict.WITHIN_NOISE);
  }

  /** Hedges' g with the mean of both variances, or the only one there is. */
  private Measured effect() {
    double deviation =
        before.count() > 1 && after.count() > 1
            ? Math.sqrt((before.variance() + after.variance()) / 2)
            : Math.sqrt((before.count() > 1 ? before : after).variance());
    double correction = 1 - 3 / (4 * freedom - 1);
    return Measured.of(Math.max(0, correction) * difference() / deviation);
  }
}
