package io.flowgauge.tuning;

import java.util.ArrayDeque;
import java.util.Deque;

/** The latest values of a rate, one for each interval. Not thread-safe. */
final class RateSeries {
  private static final int MOST = 50;

  private final Deque<Double> values = new ArrayDeque<>();

  void add(double rate) {
    values.addLast(rate);
    if (values.size() > MOST) {
      values.removeFirst();
    }
  }

  Rate rate() {
    int n = values.size();
    if (n == 0) {
      return Rate.NONE;
    }
    double mean = values.stream().mapToDouble(v -> v).average().orElseThrow();
    double squares = values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum();
    return new Rate(mean, n == 1 ? mean : Math.sqrt(squares / (n - 1) / n), n);
  }

  void clear() {
    values.clear();
  }
}
