package io.flowgauge.instrumentation.shared;

/**
 * Offsets in the shared memory: {@code shm.h}, field by field. The offsets in the memory's own
 * header are not trusted, and not needed: a version has exactly one layout.
 */
final class SharedLayout {
  static final int REGIONS = 4096;
  static final int THREADS = 4096;
  static final int RECORDS = 131_072;
  static final int BUCKETS = 44;
  static final int COUNTERS = 7;

  static final int HEADER_BYTES = 4096;
  static final int REGION_BYTES = 64;
  static final int THREAD_BYTES = 64;
  static final int RECORD_BYTES = 512;
  static final int COUNTS_BYTES = 128;
  static final long REGIONS_AT = HEADER_BYTES;
  static final long THREADS_AT = REGIONS_AT + (long) REGIONS * REGION_BYTES;
  static final long RECORDS_AT = THREADS_AT + (long) THREADS * THREAD_BYTES;
  static final long COUNTS_AT = RECORDS_AT + (long) RECORDS * RECORD_BYTES;
  static final long SIZE = COUNTS_AT + (long) RECORDS * COUNTS_BYTES;

  /** Offsets in the header. */
  static final int USED_RECORDS_AT = 132;

  static final int DROPPED_DEPTH_AT = 192;
  static final int FLUSH_AT = 264;
  static final int COUNTER_STATE_AT = 268;

  /** Offset and flags in a region. */
  static final int REGION_FLAGS_AT = 20;

  static final int REMOVED = 2;
  static final int OVER_LIMIT = 4;

  /** Offsets in a record. */
  static final int BEGIN_AT = 0;

  static final int END_AT = 4;
  static final int REGION_AT = 12;
  static final int FLUSHED_AT = 20;
  static final int COUNT_AT = 24;
  static final int OPEN_SINCE_AT = 72;
  static final int LATEST_AT = 112;
  static final int NESTED_COUNT_AT = 136;
  static final int NESTED_AT = 144;
  static final int HISTOGRAM_AT = 160;

  private SharedLayout() {}

  static long recordOffset(int k) {
    return RECORDS_AT + (long) k * RECORD_BYTES;
  }

  static long countsOffset(int k) {
    return COUNTS_AT + (long) k * COUNTS_BYTES;
  }

  static long regionOffset(int k) {
    return REGIONS_AT + (long) k * REGION_BYTES;
  }

  static long threadOffset(int k) {
    return THREADS_AT + (long) k * THREAD_BYTES;
  }
}
