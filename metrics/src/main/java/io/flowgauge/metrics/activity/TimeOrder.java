package io.flowgauge.metrics.activity;

import java.util.Arrays;

/**
 * Sorts positions by their times with a stable radix sort in linear time, because sorting objects
 * or boxed numbers would take most of the time of an analysis. Stateless.
 */
final class TimeOrder {
  private static final int LEAST_BITS = 4;
  private static final int MOST_BITS = 16;

  private final long[] times;
  private final long first;
  private final int digitBits;

  private TimeOrder(long[] times, long first, int digitBits) {
    this.times = times;
    this.first = first;
    this.digitBits = digitBits;
  }

  /**
   * Returns the positions from 0 to {@code count - 1} in order of their times; equal times in order
   * of position.
   */
  static int[] of(long[] times, int count) {
    int[] order = new int[count];
    Arrays.setAll(order, k -> k);
    if (isSorted(times, count)) {
      return order;
    }
    long first = Arrays.stream(times, 0, count).min().orElse(0);
    long range = Arrays.stream(times, 0, count).max().orElse(0) - first;
    return new TimeOrder(times, first, digitBits(count)).sorted(order, range);
  }

  private static boolean isSorted(long[] times, int count) {
    for (int k = 1; k < count; k++) {
      if (times[k] < times[k - 1]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the number of bits of a digit. A digit has a quarter to half as many values as there
   * are times, so that few digits suffice.
   */
  private static int digitBits(int count) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(count) - 2;
    return Math.max(LEAST_BITS, Math.min(MOST_BITS, bits));
  }

  private int[] sorted(int[] positions, long range) {
    int[] order = positions;
    int[] spare = new int[order.length];
    for (int shift = 0; shift < Long.SIZE && range >>> shift != 0; shift += digitBits) {
      sort(order, spare, shift);
      int[] sorted = spare;
      spare = order;
      order = sorted;
    }
    return order;
  }

  /**
   * Sorts by one digit of the time since the first one. This difference counts as unsigned, so it
   * is right even if it overflows.
   */
  private void sort(int[] order, int[] sorted, int shift) {
    int[] next = new int[(1 << digitBits) + 1];
    for (int k : order) {
      next[digit(k, shift) + 1]++;
    }
    for (int digit = 1; digit < next.length; digit++) {
      next[digit] += next[digit - 1];
    }
    for (int k : order) {
      sorted[next[digit(k, shift)]++] = k;
    }
  }

  private int digit(int k, int shift) {
    return (int) ((times[k] - first) >>> shift) & ((1 << digitBits) - 1);
  }
}
