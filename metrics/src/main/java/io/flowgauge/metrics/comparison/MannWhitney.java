package io.flowgauge.metrics.comparison;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The two-sided Mann-Whitney test of whether the values of one sample tend to be larger. With a
 * thousand values or more, the library's normal approximation, with the corrections for ties and
 * for continuity, is computed on sorted numbers: the library sorts objects, which takes ten times
 * as long.
 */
final class MannWhitney {
  private static final int LARGE = 1000;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private MannWhitney() {}

  /** Tests samples that are each sorted. */
  static double pValue(double[] before, double[] after) {
    return before.length + after.length < LARGE
        ? MannWhitneyUTest.withDefaults().test(after, before).getPValue()
        : approximation(before, after);
  }

  /** With z = (|U − nm/2| − 1/2) / s, s² = nm/12 · (N + 1 − Σ(t³ − t) / (N (N − 1))). */
  private static double approximation(double[] first, double[] second) {
    double n = first.length;
    double m = second.length;
    double all = n + m;
    double ranks = 0; // Rank sum of the first sample.
    double ties = 0;
    int k = 0;
    int j = 0;
    while (k < first.length || j < second.length) {
      double value = Math.min(at(first, k), at(second, j));
      int own = countOf(value, first, k);
      int others = countOf(value, second, j);
      double equal = own + others;
      ties += equal * equal * equal - equal;
      ranks += own * (k + j + (equal + 1) / 2);
      k += own;
      j += others;
    }
    double u = ranks - n * (n + 1) / 2;
    double variance = n * m / 12 * (all + 1 - ties / (all * (all - 1)));
    double z = (Math.abs(u - n * m / 2) - 0.5) / Math.sqrt(variance);
    return Math.min(1, 2 * NORMAL.survivalProbability(z));
  }

  /** A value, or infinity after the last one. */
  private static double at(double[] sorted, int position) {
    return position < sorted.length ? sorted[position] : Double.POSITIVE_INFINITY;
  }

  private static int countOf(double value, double[] sorted, int from) {
    int to = from;
    while (to < sorted.length && sorted[to] == value) {
      to++;
    }
    return to - from;
  }
}
