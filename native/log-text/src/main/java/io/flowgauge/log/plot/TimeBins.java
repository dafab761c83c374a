package io.flowgauge.log.plot;

import java.util.Arrays;

/**
 * Number of events of each stage over time, in bins whose width doubles when there are too many.
 * Not thread-safe.
 */
final class TimeBins {
  /** Greatest number of bins; after the first doubling, at least half of them are in use. */
  static final int MAX = 512;

  /** Counts by stage and bin; bin k of a stage is number {@code low + k}. */
  private long[][] counts = {};

  private long width = 1;
  private long low;
  private long high;
  private boolean isEmpty = true;

  void add(int stage, long time) {
    if (stage >= counts.length) {
      int before = counts.length;
      counts = Arrays.copyOf(counts, Math.max(stage + 1, 2 * before));
      for (int k = before; k < counts.length; k++) {
        counts[k] = new long[MAX];
      }
    }
    include(time);
    counts[stage][(int) (Math.floorDiv(time, width) - low)]++;
  }

  private void include(long time) {
    if (isEmpty) {
      isEmpty = false;
      low = Math.floorDiv(time, width);
      high = low;
    }
    long bin = Math.floorDiv(time, width);
    while (Long.compareUnsigned(Math.max(high, bin) - Math.min(low, bin), MAX) >= 0) {
      widen();
      bin = Math.floorDiv(time, width);
    }
    if (bin < low) {
      shift((int) (low - bin));
    }
    low = Math.min(low, bin);
    high = Math.max(high, bin);
  }

  private void widen() {
    long newLow = Math.floorDiv(low, 2L);
    for (int stage = 0; stage < counts.length; stage++) {
      long[] wide = new long[MAX];
      for (int k = 0; k <= high - low; k++) {
        wide[(int) (Math.floorDiv(low + k, 2L) - newLow)] += counts[stage][k];
      }
      counts[stage] = wide;
    }
    width *= 2;
    low = newLow;
    high = Math.floorDiv(high, 2L);
  }

  private void shift(int by) {
    for (long[] of : counts) {
      System.arraycopy(of, 0, of, by, MAX - by);
      Arrays.fill(of, 0, by, 0);
    }
  }

  long widthNanos() {
    return width;
  }

  /** Returns the number of bins from the first with events to the last. */
  int size() {
    return isEmpty ? 0 : (int) (high - low + 1);
  }

  /** Returns the start of a bin, in nanoseconds since 1970-01-01T00:00:00Z. */
  long begin(int bin) {
    return (low + bin) * width;
  }

  long count(int stage, int bin) {
    return stage < counts.length ? counts[stage][bin] : 0;
  }

  /** Returns the greatest count of any stage and bin. */
  long max() {
    return Arrays.stream(counts).flatMapToLong(Arrays::stream).max().orElse(0);
  }
}
