package io.flowgauge.log.plot;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The events that are kept individually. After sorting, those of a lifeline are adjacent. Not
 * thread-safe.
 */
final class PlotPoints {
  static final int NO_LINE = -1;

  private long[] times;
  private int[] stages;
  private int[] lines;

  PlotPoints(long[] times) {
    this.times = times;
    stages = new int[times.length];
    lines = new int[times.length];
  }

  void set(int k, int stage, int line) {
    stages[k] = stage;
    lines[k] = line;
  }

  /** Sorts by lifeline, events without one first; then by time; then by order of arrival. */
  void sort() {
    int[] order =
        IntStream.range(0, times.length)
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(k -> lines[k]).thenComparingLong(k -> times[k]))
            .mapToInt(Integer::intValue)
            .toArray();
    times = IntStream.of(order).mapToLong(k -> times[k]).toArray();
    stages = IntStream.of(order).map(k -> stages[k]).toArray();
    lines = IntStream.of(order).map(k -> lines[k]).toArray();
  }

  int size() {
    return times.length;
  }

  long time(int k) {
    return times[k];
  }

  int stage(int k) {
    return stages[k];
  }

  /** Returns the number of the lifeline, or {@link #NO_LINE}. */
  int line(int k) {
    return lines[k];
  }

  /** Returns the index after the last event of the same lifeline. */
  int end(int from) {
    int end = from;
    while (end < size() && lines[end] == lines[from]) {
      end++;
    }
    return end;
  }
}
