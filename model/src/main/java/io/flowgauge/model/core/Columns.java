package io.flowgauge.model.core;

import java.util.Arrays;
import java.util.BitSet;

/** Arithmetic that all columns share. Stateless. */
public final class Columns {
  /** An unknown time. Used only inside the columnar core; public types use optional values. */
  public static final long ABSENT = Long.MIN_VALUE;

  /**
   * Bound on the magnitude of times and lengths, so that neither the difference of two of them nor
   * its difference from a third overflows. It allows the years 1824 to 2116.
   */
  static final long LIMIT = 1L << 62;

  private Columns() {}

  /** Whether a time or length is small enough to compute with. */
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

  /** Returns the set of all indices of a column. */
  public static BitSet all(int length) {
    BitSet all = new BitSet(length);
    all.set(0, length);
    return all;
  }

  /** The earlier of two times, either of which may be absent; {@link #ABSENT} if both are. */
  public static long min(long a, long b) {
    return !known(a) ? b : !known(b) ? a : Math.min(a, b);
  }

  /** Returns a new column without values. */
  static long[] absent(int length) {
    long[] column = new long[length];
    Arrays.fill(column, ABSENT);
    return column;
  }

  /**
   * Returns a column with room for an element at {@code index}: the same one, or a copy longer by
   * half.
   */
  public static int[] room(int[] column, int index) {
    return index < column.length ? column : Arrays.copyOf(column, grown(index));
  }

  /**
   * Returns a column with room for an element at {@code index}: the same one, or a copy longer by
   * half.
   */
  static long[] room(long[] column, int index) {
    return index < column.length ? column : Arrays.copyOf(column, grown(index));
  }

  private static int grown(int index) {
    return (int) Math.min(Integer.MAX_VALUE - 8L, 16L + index + (index >> 1));
  }
}
