package io.flowgauge.instrumentation.jvm.sensor;

/**
 * The layout of the shared memory, version 1, as {@code shm.h} of the native provider draws it.
 * Offsets are in bytes from the beginning of the file, or of the structure.
 */
public final class Layout {
  /** The first eight bytes. */
  public static final long MAGIC = 0x31304d4853474600L;

  /** The layout's version. */
  public static final int VERSION = 1;

  /** Bytes of the header. */
  public static final int HEADER_SIZE = 4096;

  /** Bits of a region's number. */
  static final int BITS_OF_REGION = 12;

  /** Capacity for regions. */
  public static final int REGIONS = 1 << BITS_OF_REGION;

  /** Capacity for threads. */
  public static final int THREADS = 4096;

  /** Capacity for records. */
  public static final int RECORDS = 131072;

  /** Bytes of a region. */
  public static final int REGION_SIZE = 64;

  /** Bytes of a thread. */
  public static final int THREAD_SIZE = 64;

  /** Bytes of a record. */
  public static final int RECORD_SIZE = 512;

  /** Where regions begin. */
  public static final int REGIONS_AT = HEADER_SIZE;

  /** Where threads begin. */
  public static final int THREADS_AT = REGIONS_AT + REGIONS * REGION_SIZE;

  /** Where records begin. */
  public static final int RECORDS_AT = THREADS_AT + THREADS * THREAD_SIZE;

  /** Bytes of the whole memory. */
  public static final int SIZE = RECORDS_AT + RECORDS * RECORD_SIZE;

  /** No region: the parent of an outermost one. */
  public static final int NO_REGION = -1;

  /** Metric: wall time. */
  public static final int WALL = 1;

  /** Metric: processor time of calls that are long enough for it. */
  public static final int CPU_ADAPTIVE = 4;

  /** Region flag: its sensor is in place. */
  public static final int INSTALLED = 1;

  /** Region flag: its sensor was removed. */
  public static final int REMOVED = 2;

  /** Region flag: the sensor was removed because it cost more than its limit. */
  public static final int OVER_LIMIT = 4;

  // Header.
  static final int USED_THREADS = 128;
  static final int USED_RECORDS = 132;
  static final int DROPPED_DEPTH = 192;
  static final int DROPPED_THREADS = 208;
  static final int DROPPED_RECORDS = 216;
  static final int ABORTED = 224;

  /** In the header: how many records were updated since the last flush. */
  public static final int DIRTY = 256;

  /** In the header: the number of the next flush. */
  public static final int FLUSH = 264;

  /** In a region: what its sensor measures. */
  public static final int REGION_METRICS = 16;

  /** In a region: {@link #INSTALLED} and other flags. */
  public static final int REGION_FLAGS = 20;

  /** In a region: what a call of its sensor costs, in nanoseconds. */
  public static final int REGION_COST = 24;

  static final int REGION_LIMIT = 32;
  static final int REGION_INSTALLED = 40;
  static final int REGION_REMOVED = 48;

  // Thread.
  static final int THREAD_FIRST = 8;
  static final int THREAD_NAME = 16;

  /** Bytes of a thread's name. */
  static final int THREAD_NAME_SIZE = 48;

  // Record.
  static final int BEGIN = 0;
  static final int END = 4;
  static final int THREAD = 8;
  static final int REGION = 12;
  static final int PARENT = 16;
  static final int FLUSHED = 20;
  static final int COUNT = 24;
  static final int TOTAL = 32;
  static final int MIN = 40;
  static final int MAX = 48;
  static final int INSIDE = 56;
  static final int LAST = 64;
  static final int OPEN_SINCE = 72;
  static final int CPU = 80;
  static final int CPU_COUNT = 88;
  static final int NESTED_COUNT = 136;
  static final int NESTED = 144;
  static final int HISTOGRAM = 160;
  static final int LAST_BUCKET = 43;

  private Layout() {}
}
