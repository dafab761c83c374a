package io.flowgauge.resources.forecast;

import java.util.Arrays;

/** The last errors, sorted. Not thread-safe. */
final class ErrorWindow {
  private final double[] byAge;
  private final double[] sorted;
  private int count;
  private int oldest;

  ErrorWindow(int capacity) {
    byAge = new double[capacity];
    sorted = new double[capacity];
  }

  int count() {
    return count;
  }

  void add(double error) {
    if (count == byAge.length) {
      remove(byAge[oldest]);
    }
    byAge[oldest] = error;
    oldest = (oldest + 1) % byAge.length;
    int place = place(error);
    System.arraycopy(sorted, place, sorted, place + 1, count - place);
    sorted[place] = error;
    count++;
  }

  private void remove(double error) {
    int place = place(error);
    System.arraycopy(sorted, place + 1, sorted, place, count - place - 1);
    count--;
  }

  private int place(double error) {
    int found = Arrays.binarySearch(sorted, 0, count, error);
    return found < 0 ? -found - 1 : found;
  }

  /** Returns a quantile of the errors. There must be at least one. */
  double quantile(double share) {
    double place = Math.max(0, Math.min(count - 1.0, share * (count + 1) - 1));
    int below = (int) place;
    int above = Math.min(count - 1, below + 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
