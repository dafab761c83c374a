package io.flowgauge.instrumentation.shared;

import java.nio.ByteBuffer;
import java.util.function.IntPredicate;

/** A copy of one record: what one thread measured of one region called from one region. */
final class SharedRecord {
  /** The number for no thread, and for no region with a sensor. */
  static final int NONE = -1;

  final int thread;
  final int region;
  final int parent;
  final long count;
  final long total;
  final long min;
  final long max;
  final long inside;
  final long last;
  final long openSince;
  final long cpuNanos;
  final long cpuCount;
  final long nestedCount;
  final long nested;
  final long[] histogram = new long[SharedLayout.BUCKETS];
  final SharedCounts counts;

  /**
   * Reads a record. Whatever the bytes are, the thread and the regions exist or are {@link #NONE}.
   */
  SharedRecord(ByteBuffer bytes, SharedCounts counts, IntPredicate regions) {
    this.counts = counts;
    thread = known(k -> k >= 0 && k < SharedLayout.THREADS, bytes.getInt(8));
    region = known(regions, bytes.getInt(SharedLayout.REGION_AT));
    parent = known(regions, bytes.getInt(16));
    count = notNegative(bytes.getLong(SharedLayout.COUNT_AT));
    total = notNegative(bytes.getLong(32));
    min = bytes.getLong(40);
    max = notNegative(bytes.getLong(48));
    inside = notNegative(bytes.getLong(56));
    last = bytes.getLong(64);
    openSince = bytes.getLong(SharedLayout.OPEN_SINCE_AT);
    cpuNanos = notNegative(bytes.getLong(80));
    cpuCount = notNegative(bytes.getLong(88));
    nestedCount = notNegative(bytes.getLong(SharedLayout.NESTED_COUNT_AT));
    nested = notNegative(bytes.getLong(SharedLayout.NESTED_AT));
    for (int k = 0; k < histogram.length; k++) {
      histogram[k] = notNegative(bytes.getLong(SharedLayout.HISTOGRAM_AT + k * Long.BYTES));
    }
    addLatest(bytes.getLong(SharedLayout.LATEST_AT));
  }

  /** Adds the latest call, which the writer puts into the histogram only when the next one ends. */
  private void addLatest(long ticks) {
    if (ticks != 0) {
      int bucket = Math.min(63 - Long.numberOfLeadingZeros(ticks), histogram.length - 1);
      histogram[bucket] = RegionSum.saturatedSum(histogram[bucket], 1);
    }
  }

  private static int known(IntPredicate numbers, int number) {
    return numbers.test(number) ? number : NONE;
  }

  private static long notNegative(long value) {
    return Math.max(value, 0);
  }

  /** Whether a call has begun at all, in a region that has a sensor. */
  boolean isUsed() {
    return region != NONE && (count > 0 || openSince != 0);
  }

  boolean isOpen() {
    return openSince != 0;
  }
}
