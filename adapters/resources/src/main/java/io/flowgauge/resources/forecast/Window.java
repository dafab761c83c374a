package io.flowgauge.resources.forecast;

import java.util.Arrays;

/** The mean of the last values, trimmed by a share at each end; the median if that is a half. */
final class Window implements Forecaster {
  private final double[] values;
  private final double trimmed;
  private final String name;
  private long count;

  private Window(int length, double trimmed, String name) {
    this.values = new double[length];
    this.trimmed = trimmed;
    this.name = name + " of " + length;
  }

  static Window mean(int length) {
    return new Window(length, 0, "mean");
  }

  /** Returns a mean that leaves out the given share of the values at each end. */
  static Window trimmedMean(int length, double share) {
    return new Window(length, share, "trimmed mean");
  }

  static Window median(int length) {
    return new Window(length, 0.5, "median");
  }

  @Override
  public void add(double value) {
    values[(int) (count % values.length)] = value;
    count++;
  }

  @Override
  public double next() {
    int held = (int) Math.min(count, values.length);
    double[] sorted = Arrays.copyOf(values, held);
    Arrays.sort(sorted);
    int left = Math.min((int) (held * trimmed), (held - 1) / 2);
    double sum = 0;
    for (int k = left; k < held - left; k++) {
      sum += sorted[k];
    }
    return sum / (held - 2 * left);
  }

  @Override
  public String name() {
    return name;
  }
}
