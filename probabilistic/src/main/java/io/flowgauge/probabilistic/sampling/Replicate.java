package io.flowgauge.probabilistic.sampling;

import io.flowgauge.prediction.Range;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Sorted sample makespans of one instance. They estimate the longest of n instances without bias in
 * the mean, as the longest of n different samples averaged over all choices. Immutable and
 * thread-safe.
 */
final class Replicate {
  /** Relative rounding error of sums in single precision. */
  private static final double ROUNDING = 1e-6;

  private final double[] sorted;

  private Replicate(double[] sorted) {
    this.sorted = sorted;
  }

  /**
   * Creates a replicate.
   *
   * @param makespans the samples; sorted in place, and must not be changed afterwards
   */
  static Replicate of(double[] makespans) {
    Arrays.parallelSort(makespans);
    return new Replicate(makespans);
  }

  static Replicate empty() {
    return new Replicate(new double[0]);
  }

  /** Returns a longer copy of the makespans, with room for further ones. */
  double[] longer(int size) {
    return Arrays.copyOf(sorted, size);
  }

  /** Returns all samples of several replicates together. */
  static Replicate pooled(Replicate[] all) {
    int size = Arrays.stream(all).mapToInt(Replicate::size).sum();
    double[] values = new double[size];
    int at = 0;
    for (Replicate one : all) {
      System.arraycopy(one.sorted, 0, values, at, one.size());
      at += one.size();
    }
    return of(values);
  }

  int size() {
    return sorted.length;
  }

  double mean(double count) {
    return weighted(count, k -> sorted[k]);
  }

  double variance(double count, double mean) {
    return weighted(count, k -> (sorted[k] - mean) * (sorted[k] - mean));
  }

  private double weighted(double count, IntToDoubleFunction value) {
    return count <= sorted.length ? ofDifferent(count, value) : ofAny(count, value);
  }

  /** Averages over all choices of different samples, by the rank of the longest. */
  private double ofDifferent(double count, IntToDoubleFunction value) {
    double sum = 0;
    double weight = count / sorted.length;
    for (int k = sorted.length; k >= 1 && weight > 0; k--) {
      sum += weight * value.applyAsDouble(k - 1);
      weight *= Math.max(0, k - count) / Math.max(1, k - 1);
    }
    return sum;
  }

  /** Averages over all choices with repetition, used if there are not enough different samples. */
  private double ofAny(double count, IntToDoubleFunction value) {
    double sum = 0;
    double below = 1;
    for (int k = sorted.length; k >= 1 && below > 0; k--) {
      double next = Math.pow((k - 1.0) / sorted.length, count);
      sum += (below - next) * value.applyAsDouble(k - 1);
      below = next;
    }
    return sum;
  }

  double sd(double count) {
    return Math.sqrt(variance(count, mean(count)));
  }

  /** Returns the smallest sample that is no less than the required fraction of all samples. */
  double quantile(double count, double p) {
    double place = Math.ceil(sorted.length * Math.exp(Math.log(p) / count)) - 1;
    return sorted[(int) Math.max(0, Math.min(sorted.length - 1, place))];
  }

  /**
   * Returns two samples between which a quantile lies with the confidence level, by the binomial
   * law of the number of samples below it; infinite where no sample is far enough out.
   *
   * @param turns number of samples that share each duration and therefore count as one
   */
  Range quantileRange(double count, double p, int turns) {
    double below = Math.exp(Math.log(p) / count);
    BinomialDistribution law = BinomialDistribution.of(sorted.length / turns, below);
    int lower = turns * law.inverseCumulativeProbability((1 - Sampling.LEVEL) / 2);
    int upper = turns * law.inverseCumulativeProbability((1 + Sampling.LEVEL) / 2);
    double value = quantile(count, p);
    return new Range(
        lower < 1 ? Double.NEGATIVE_INFINITY : Math.min(value, sorted[lower - 1]),
        upper < sorted.length ? Math.max(value, sorted[upper]) : Double.POSITIVE_INFINITY);
  }

  /**
   * Returns the distribution function of the longest. Samples that exceed the time by no more than
   * rounding count as within it.
   */
  double cdf(double count, double t) {
    double rounded = t + Math.abs(t) * ROUNDING;
    int lo = 0;
    int hi = sorted.length;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (sorted[mid] <= rounded) {
        lo = mid + 1;
      } else {
        hi = mid;
      }
    }
    return Math.pow((double) lo / sorted.length, count);
  }
}
