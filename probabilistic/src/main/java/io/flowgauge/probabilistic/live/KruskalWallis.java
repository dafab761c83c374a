package io.flowgauge.probabilistic.live;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * The Kruskal-Wallis test of whether samples come from one law, by the ranks of their values among
 * all values: {@code H = 12 / (N (N + 1)) Σ_j R_j² / n_j - 3 (N + 1)}, divided by {@code 1 - Σ (t³
 * - t) / (N³ - N)} for ties of t values, has approximately a chi-squared law (Kruskal, Wallis
 * 1952).
 */
final class KruskalWallis {
  private static final double LEVEL = 0.01;

  private KruskalWallis() {}

  /** Whether samples of one law would differ this much with a probability of at most 1 %. */
  static boolean differ(List<double[]> samples) {
    if (samples.size() < 2) {
      return false;
    }
    double statistic = statistic(samples);
    return statistic > 0
        && ChiSquaredDistribution.of(samples.size() - 1.0).survivalProbability(statistic) <= LEVEL;
  }

  private static double statistic(List<double[]> samples) {
    double[] all = samples.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
    double size = all.length;
    double sum = 0;
    for (double[] sample : samples) {
      double ranks = Arrays.stream(sample).map(value -> rank(all, value)).sum();
      sum += ranks * ranks / sample.length;
    }
    double untied = 1 - ties(all) / (size * size * size - size);
    return untied > 0 ? (12 * sum / (size * (size + 1)) - 3 * (size + 1)) / untied : 0;
  }

  /** Returns the mean rank, from 1, of a value among sorted values. */
  private static double rank(double[] sorted, double value) {
    return (first(sorted, value) + 1 + first(sorted, Math.nextUp(value))) / 2.0;
  }

  /** Returns how many of the sorted values are smaller. */
  private static int first(double[] sorted, double value) {
    int lo = 0;
    int hi = sorted.length;
    while (lo < hi) {
      int middle = (lo + hi) >>> 1;
      if (sorted[middle] < value) {
        lo = middle + 1;
      } else {
        hi = middle;
      }
    }
    return lo;
  }

  private static double ties(double[] sorted) {
    double sum = 0;
    for (int k = 0; k < sorted.length; ) {
      double count = first(sorted, Math.nextUp(sorted[k])) - k;
      sum += count * count * count - count;
      k += (int) count;
    }
    return sum;
  }
}
