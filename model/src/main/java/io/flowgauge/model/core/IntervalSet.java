package io.flowgauge.model.core;

import java.util.Arrays;

/**
 * Disjoint time intervals in order, with a search for their overlap with a window in logarithmic
 * time. Immutable and thread-safe.
 */
public final class IntervalSet {
  private final long[] begins;
  private final long[] ends;

  /** For each interval, the total length of those before it. */
  private final long[] before;

  private IntervalSet(long[] begins, long[] ends) {
    this.begins = begins;
    this.ends = ends;
    this.before = new long[begins.length];
    for (int k = 1; k < begins.length; k++) {
      before[k] = before[k - 1] + ends[k - 1] - begins[k - 1];
    }
  }

  /**
   * The union of some intervals.
   *
   * @param begins their begins; sorted in place
   * @param ends their ends, in the same order as the begins, each no earlier than its begin; sorted
   *     in place
   * @return the instants covered by one of them or more
   */
  public static IntervalSet union(long[] begins, long[] ends) {
    Arrays.sort(begins);
    Arrays.sort(ends);
    Builder set = new Builder();
    int held = 0;
    int e = 0;
    for (long begin : begins) {
      while (e < ends.length && ends[e] < begin) {
        if (--held == 0) {
          set.end(ends[e]);
        }
        e++;
      }
      if (held++ == 0) {
        set.begin(begin);
      }
    }
    if (begins.length > 0) {
      set.end(ends[ends.length - 1]);
    }
    return set.build();
  }

  /** Number of intervals: 0 or more. */
  public int size() {
    return begins.length;
  }

  /**
   * Begin of an interval.
   *
   * @param k from 0 to {@code size() - 1}
   * @return nanoseconds
   */
  public long begin(int k) {
    return begins[k];
  }

  /**
   * End of an interval.
   *
   * @param k from 0 to {@code size() - 1}
   * @return nanoseconds
   */
  public long end(int k) {
    return ends[k];
  }

  /**
   * The first interval that ends after a time.
   *
   * @param time nanoseconds
   * @return index of the interval, or {@link #size()} if there is none
   */
  public int firstEndingAfter(long time) {
    int at = Arrays.binarySearch(ends, time);
    // Ends are distinct: a begin lies between two of them.
    return at >= 0 ? at + 1 : -at - 1;
  }

  /**
   * How much of a window is covered.
   *
   * @param to end of the window; a window that ends before it begins is empty
   * @return nanoseconds
   */
  public long overlap(long from, long to) {
    return to <= from || begins.length == 0 ? 0 : coveredBefore(to) - coveredBefore(from);
  }

  private long coveredBefore(long time) {
    int k = firstEndingAfter(time);
    if (k == begins.length) {
      return before[k - 1] + ends[k - 1] - begins[k - 1];
    }
    return before[k] + Math.max(0, time - begins[k]);
  }

  /**
   * Builds a set from alternating begins and ends in order of time. Merges touching intervals and
   * drops empty ones.
   */
  static final class Builder {
    private long[] begins = new long[8];
    private long[] ends = new long[8];
    private int count;
    private long open;

    void begin(long time) {
      open = time;
    }

    void end(long time) {
      if (time == open) {
        return;
      }
      if (count > 0 && ends[count - 1] == open) {
        ends[count - 1] = time;
        return;
      }
      begins = Columns.room(begins, count);
      ends = Columns.room(ends, count);
      begins[count] = open;
      ends[count++] = time;
    }

    IntervalSet build() {
      return new IntervalSet(Arrays.copyOf(begins, count), Arrays.copyOf(ends, count));
    }
  }

  @Override
  public String toString() {
    return "IntervalSet[" + begins.length + " intervals]";
  }
}
