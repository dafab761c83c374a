package io.flowgauge.metrics.activity;

import java.util.Arrays;

/**
 * The order of times, as positions: sorting objects or boxed numbers by their times would take most
 * of an analysis. A radix sort, stable, in linear time. Stateless.
 */
final class TimeOrder {
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;

  private TimeOrder() {}

  /** Sorts: positions from 0 to {@code count - 1} in order of their times, then of themselves. */
  static int[] of(long[] times, int count) {
    int[] order = new int[count];
    Arrays.setAll(order, k -> k);
    if (isSorted(times, count)) {
      return order;
    }
    int[] spare = new int[count];
    long first = Arrays.stream(times, 0, count).min().orElse(0);
    long range = Arrays.stream(times, 0, count).max().orElse(0) - first;
    for (int shift = 0; shift < Long.SIZE && range >>> shift != 0; shift += DIGIT_BITS) {
      sort(order, spare, times, first, shift);
      int[] sorted = spare;
      spare = order;
      order = sorted;
    }
    return order;
  }

  private static boolean isSorted(long[] times, int count) {
    for (int k = 1; k < count; k++) {
      if (times[k] < times[k - 1]) {
        return false;
      }
    }
    return true;
  }

  /** Sorts by one digit of the time since the first one, which is unsigned even if it overflows. */
  private static void sort(int[] order, int[] sorted, long[] times, long first, int shift) {
    int[] next = new int[DIGITS + 1];
    for (int k : order) {
      next[digit(times[k] - first, shift) + 1]++;
    }
    for (int digit = 0; digit < DIGITS; digit++) {
      next[digit + 1] += next[digit];
    }
    for (int k : order) {
      sorted[next[digit(times[k] - first, shift)]++] = k;
    }
  }

  private static int digit(long time, int shift) {
    return (int) (time >>> shift) & DIGITS - 1;
  }
}
