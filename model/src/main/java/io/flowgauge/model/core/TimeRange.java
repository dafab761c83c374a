package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import java.util.BitSet;

/**
 * When the first of some activities began and the last one ended, in nanoseconds; absent if
 * unknown. Clocks may disagree so much that an end comes first.
 */
record TimeRange(long first, long last) {

  static TimeRange of(AttemptColumns attempts, PagedColumn begins, BitSet activities) {
    long first = Columns.ABSENT;
    long last = Columns.ABSENT;
    for (int a = activities.nextSetBit(0); a >= 0; a = activities.nextSetBit(a + 1)) {
      first = Columns.min(first, begins.get(a));
      int end = attempts.end(a);
      for (int at = attempts.first(a); at < end; at++) {
        first = Columns.min(first, attempts.ended[at]);
        last = Math.max(last, attempts.ended[at]);
      }
    }
    return new TimeRange(first, last);
  }

  /** Whether it is the same without some of its activities. */
  boolean isSameWithout(TimeRange some) {
    return (!known(some.first) || some.first > first) && (!known(some.last) || some.last < last);
  }

  /** Returns the range of the activities of both. */
  TimeRange and(TimeRange other) {
    return new TimeRange(Columns.min(first, other.first), Math.max(last, other.last));
  }
}
