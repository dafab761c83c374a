package io.flowgauge.oracle;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/** A plain Monte Carlo sample with the standard errors of its moments. */
final class Sample {
  private final double[] sorted;

  private Sample(double[] values) {
    sorted = values;
    Arrays.sort(sorted);
  }

  static Sample of(int count, long seed, ToDoubleFunction<SplittableRandom> draw) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[count];
    for (int k = 0; k < count; k++) {
      values[k] = draw.applyAsDouble(random);
    }
    return new Sample(values);
  }

  double mean() {
    return Arrays.stream(sorted).average().orElseThrow();
  }

  double sd() {
    return Math.sqrt(centralMoment(2));
  }

  double meanError() {
    return sd() / Math.sqrt(sorted.length);
  }

  double sdError() {
    double variance = centralMoment(2);
    double ofVariance = Math.max(0, centralMoment(4) - variance * variance) / sorted.length;
    return variance == 0 ? 0 : Math.sqrt(ofVariance) / (2 * Math.sqrt(variance));
  }

  /** Returns the fraction of samples up to a time. */
  double cdf(double time) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (double) low / sorted.length;
  }

  /** Returns the standard error of a fraction of the sample. */
  double fractionError(double p) {
    return Math.sqrt(p * (1 - p) / sorted.length);
  }

  private double centralMoment(int order) {
    double mean = mean();
    return Arrays.stream(sorted).map(x -> Math.pow(x - mean, order)).average().orElseThrow();
  }
}
