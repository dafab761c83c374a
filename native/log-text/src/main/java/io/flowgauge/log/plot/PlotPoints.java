package io.flowgauge.log.plot;

import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Events that are kept one by one; sorted, those of a lifeline are side by side. Not thread-safe.
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

  /** By lifeline, those without one first; then by time; then as they came. */
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

  /** Number of the lifeline, or {@link #NO_LINE}. */
  int line(int k) {
    return lines[k];
  }

  /** Index after the last event of the lifeline that an event is of. */
  int end(int from) {
    int end = from;
    while (end < size() && lines[end] == lines[from]) {
      end++;
    }
    return end;
  }
}
