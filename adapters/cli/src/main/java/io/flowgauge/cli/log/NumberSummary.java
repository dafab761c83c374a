package io.flowgauge.cli.log;

/** Count, extremes, mean and spread of numbers, in one pass. Not thread-safe. */
final class NumberSummary {
  private long count;
  private long without;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;
  private double mean;
  private double squaredDeviations;

  /** Adds a number; infinities and NaN are only counted. */
  void add(double value) {
    if (!Double.isFinite(value)) {
      without++;
      return;
    }
    count++;
    min = Math.min(min, value);
    max = Math.max(max, value);
    double fromMean = value - mean;
    mean += fromMean / count;
    squaredDeviations += fromMean * (value - mean);
  }

  /** Returns the number of finite numbers. */
  long count() {
    return count;
  }

  /** Returns the number of infinities and NaN. */
  long without() {
    return without;
  }

  double min() {
    return min;
  }

  double max() {
    return max;
  }

  double mean() {
    return mean;
  }

  /** Returns the standard deviation of a sample; 0 for a single number. */
  double deviation() {
    return count > 1 ? Math.sqrt(squaredDeviations / (count - 1)) : 0;
  }
}
