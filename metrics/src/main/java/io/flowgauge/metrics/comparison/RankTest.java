package io.flowgauge.metrics.comparison;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The two-sided Mann-Whitney test of whether the values of one sample tend to be larger. With a
 * thousand values or more, the library's normal approximation, with the corrections for ties and
 * for continuity, is computed on sorted numbers: the library sorts objects, which takes tenfold.
 */
final class RankTest {
  private static final int LARGE = 1000;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private RankTest() {}

  static double pValue(double[] before, double[] after) {
    return before.length + after.length < LARGE
        ? MannWhitneyUTest.withDefaults().test(after, before).getPValue()
        : approximation(sorted(before), sorted(after));
  }

  private static double[] sorted(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /** With z = (|U − nm/2| − 1/2) / s, s² = nm/12 · (N + 1 − Σ(t³ − t) / (N (N − 1))). */
  private static double approximation(double[] first, double[] second) {
    double n = first.length;
    double m = second.length;
    double all = n + m;
    double ranks = 0; // Of the first.
    double ties = 0;
    int k = 0;
    int j = 0;
    while (k < first.length) {
      double value = first[k];
      while (j < second.length && second[j] < value) {
        int equal = run(second, j);
        ties += cubeLess(equal);
        j += equal;
      }
      int own = run(first, k);
      int others = j < second.length && second[j] == value ? run(second, j) : 0;
      ties += cubeLess(own + others);
      ranks += own * (k + j + (own + others + 1) / 2.0);
      k += own;
      j += others;
    }
    while (j < second.length) {
      int equal = run(second, j);
      ties += cubeLess(equal);
      j += equal;
    }
    double u = ranks - n * (n + 1) / 2;
    double variance = n * m / 12 * (all + 1 - ties / (all * (all - 1)));
    double z = (Math.abs(u - n * m / 2) - 0.5) / Math.sqrt(variance);
    return Math.min(1, 2 * NORMAL.survivalProbability(z));
  }

  /** How many equal values there are from a position on. */
  private static int run(double[] sorted, int from) {
    int to = from + 1;
    while (to < sorted.length && sorted[to] == sorted[from]) {
      to++;
    }
    return to - from;
  }

  private static double cubeLess(double equal) {
    return equal * equal * equal - equal;
  }
}
