package io.flowgauge.model.core;

import java.util.Arrays;

/** Arithmetic that all columns share. Stateless. */
public final class Columns {
  /** A time that is not known. Inside the columnar core only; public types use optional values. */
  public static final long ABSENT = Long.MIN_VALUE;

  /**
   * Times and lengths stay below it, in both directions, so that the difference of two of them, and
   * that to a third, is no overflow: the years 1824 to 2116.
   */
  static final long LIMIT = 1L << 62;

  private Columns() {}

  /** Whether a time or a length can be computed with. */
  static boolean inRange(long nanos) {
    return -LIMIT < nanos && nanos < LIMIT;
  }

  /**
   * Whether a time is known.
   *
   * @return false for {@link #ABSENT}
   */
  public static boolean known(long nanos) {
    return nanos != ABSENT;
  }

  /** The earlier of two times, either of which may be absent; {@link #ABSENT} if both are. */
  public static long min(long a, long b) {
    return !known(a) ? b : !known(b) ? a : Math.min(a, b);
  }

  /** A new column without any value. */
  static long[] absent(int length) {
    long[] column = new long[length];
    Arrays.fill(column, ABSENT);
    return column;
  }

  /** A longer column, whose added elements have no value. */
  static long[] lengthened(long[] column, int length) {
    long[] longer = Arrays.copyOf(column, length);
    Arrays.fill(longer, column.length, length, ABSENT);
    return longer;
  }

  /** Room for one more element at {@code index}, growing by half. */
  public static int[] room(int[] column, int index) {
    return index < column.length ? column : Arrays.copyOf(column, grown(index));
  }

  /** Room for one more element at {@code index}, growing by half. */
  static long[] room(long[] column, int index) {
    return index < column.length ? column : Arrays.copyOf(column, grown(index));
  }

  private static int grown(int index) {
    return (int) Math.min(Integer.MAX_VALUE - 8L, 16L + index + (index >> 1));
  }
}
