package io.flowgauge.resources.forecast;

import java.util.ArrayList;
import java.util.List;

/** The forecasters that compete for one series. Not thread-safe. */
final class Battery {
  private static final int[] WINDOWS = {5, 10, 20, 50};
  private static final double[] GAINS = {0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 0.9};
  private static final double TRIMMED = 0.3;
  private static final int ORDER = 4;

  private final List<Forecaster> forecasters = new ArrayList<>();
  private double smallest = Double.POSITIVE_INFINITY;
  private double largest = Double.NEGATIVE_INFINITY;

  Battery() {
    forecasters.add(new Smoothing(1));
    forecasters.add(new RunningMean());
    for (int length : WINDOWS) {
      forecasters.add(Window.mean(length));
      forecasters.add(Window.trimmedMean(length, TRIMMED));
      forecasters.add(Window.median(length));
    }
    for (double gain : GAINS) {
      forecasters.add(new Smoothing(gain));
    }
    forecasters.add(new Trend());
    forecasters.add(new Autoregression(ORDER));
  }

  int size() {
    return forecasters.size();
  }

  String name(int number) {
    return forecasters.get(number).name();
  }

  /**
   * Adds the next value; returns the next value that each forecaster expects, limited to the range
   * seen so far.
   */
  double[] add(double value) {
    smallest = Math.min(smallest, value);
    largest = Math.max(largest, value);
    double[] expected = new double[forecasters.size()];
    for (int k = 0; k < expected.length; k++) {
      forecasters.get(k).add(value);
      double next = forecasters.get(k).next();
      expected[k] = Double.isNaN(next) ? value : Math.max(smallest, Math.min(largest, next));
    }
    return expected;
  }

  double smallest() {
    return smallest;
  }

  double largest() {
    return largest;
  }
}
