package io.flowgauge.probabilistic.law;

import java.util.Arrays;
import java.util.List;

/**
 * The law of a sample, stored as its distinct values in order and the number of values up to each.
 */
final class EmpiricalLaw extends BaseLaw {
  private final double[] values;
  private final long[] upTo;
  private final double mean;
  private final double sd;

  EmpiricalLaw(List<Double> sample) {
    super("empirical", Laws.named("values", sample));
    double[] sorted = sample.stream().mapToDouble(v -> v + 0.0).sorted().toArray();
    mean = Arrays.stream(sorted).map(v -> v / sorted.length).sum();
    sd = Math.sqrt(Arrays.stream(sorted).map(v -> (v - mean) * (v - mean) / sorted.length).sum());
    values = Arrays.stream(sorted).distinct().toArray();
    upTo = new long[values.length];
    int k = 0;
    for (int i = 0; i < sorted.length; i++) {
      k += sorted[i] > values[k] ? 1 : 0;
      upTo[k] = i + 1L;
    }
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public double sd() {
    return values.length == 1 ? 0 : sd;
  }

  private double size() {
    return upTo[upTo.length - 1];
  }

  /** Returns the number of values of the sample that are at most t. */
  private long countUpTo(double t) {
    int found = Arrays.binarySearch(values, t);
    int last = found >= 0 ? found : -found - 2;
    return last < 0 ? 0 : upTo[last];
  }

  @Override
  public double cdf(double t) {
    return countUpTo(t) / size();
  }

  @Override
  public double survival(double t) {
    return (size() - countUpTo(t)) / size();
  }

  @Override
  double quantileInside(double p) {
    int lo = 0;
    int hi = values.length - 1;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if (upTo[mid] / size() >= p) {
        hi = mid;
      } else {
        lo = mid + 1;
      }
    }
    return values[lo];
  }

  @Override
  double upperQuantileInside(double q) {
    int lo = 0;
    int hi = values.length - 1;
    while (lo < hi) {
      int mid = (lo + hi) >>> 1;
      if ((size() - upTo[mid]) / size() <= q) {
        hi = mid;
      } else {
        lo = mid + 1;
      }
    }
    return values[lo];
  }

  @Override
  public double lower() {
    return values[0];
  }

  @Override
  public double upper() {
    return values[values.length - 1];
  }

  @Override
  public double[] jumps() {
    return values.clone();
  }

  @Override
  public boolean isStepwise() {
    return true;
  }
}
