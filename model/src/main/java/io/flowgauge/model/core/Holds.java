package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import java.util.Arrays;

/**
 * When the slots of processors were held. An attempt holds a slot from ACTIVE to its end. If its
 * end was lost, it holds the slot until the begin of the next attempt, or until t_now if there is
 * none. Attempts without a processor are kept together, after the last processor. Immutable and
 * thread-safe.
 */
public final class Holds {
  private final int[] offsets;
  private final long[] begins;
  private final long[] ends;

  private Holds(int[] offsets, long[] begins, long[] ends) {
    this.offsets = offsets;
    this.begins = begins;
    this.ends = ends;
  }

  /** Finds when attempts held each processor, and last, the attempts whose processor is unknown. */
  static Holds of(AttemptColumns attempts, int processors, long until) {
    return of(attempts, processors, ends(attempts, until));
  }

  private static long[] ends(AttemptColumns attempts, long until) {
    long[] ends = Arrays.copyOf(attempts.ended, attempts.count());
    for (int a = 0; a + 1 < attempts.offsets.length; a++) {
      int last = attempts.offsets[a + 1] - 1;
      for (int at = attempts.offsets[a]; at <= last; at++) {
        if (!known(ends[at])) {
          ends[at] = at == last ? until : Begins.ofAttempt(attempts, at + 1, at + 1 == last);
        }
      }
    }
    return ends;
  }

  /**
   * Finds when attempts worked on each processor. If T is known, a completed last attempt holds its
   * slot no longer than T and its suspensions, because some engines notice the end of an
   * application late.
   *
   * @param wallclocks T by activity, in nanoseconds, or {@link Columns#ABSENT}
   */
  static Holds ofWork(AttemptColumns attempts, long[] wallclocks, int processors, long until) {
    long[] ends = ends(attempts, until);
    for (int a = 0; a < wallclocks.length; a++) {
      int last = attempts.offsets[a + 1] - 1;
      if (last >= attempts.offsets[a]
          && known(wallclocks[a])
          && known(attempts.active[last])
          && attempts.hasCompleted(last)) {
        long suspended = attempts.suspended == null ? 0 : attempts.suspended[last];
        ends[last] = Math.min(ends[last], attempts.active[last] + wallclocks[a] + suspended);
      }
    }
    return of(attempts, processors, ends);
  }

  private static Holds of(AttemptColumns attempts, int processors, long[] endOf) {
    int count = attempts.count();
    int[] offsets = new int[processors + 2];
    for (int at = 0; at < count; at++) {
      if (holdsSlot(attempts, at, endOf)) {
        offsets[slot(attempts, at, processors) + 1]++;
      }
    }
    for (int p = 0; p <= processors; p++) {
      offsets[p + 1] += offsets[p];
    }
    long[] begins = new long[offsets[processors + 1]];
    long[] ends = new long[begins.length];
    int[] next = offsets.clone();
    for (int at = 0; at < count; at++) {
      if (holdsSlot(attempts, at, endOf)) {
        int to = next[slot(attempts, at, processors)]++;
        begins[to] = attempts.active[at];
        ends[to] = endOf[at];
      }
    }
    for (int p = 0; p <= processors; p++) {
      Arrays.sort(begins, offsets[p], offsets[p + 1]);
      Arrays.sort(ends, offsets[p], offsets[p + 1]);
    }
    return new Holds(offsets, begins, ends);
  }

  /**
   * The time before which these attempts held each processor as others do.
   *
   * @return nanoseconds; {@link Long#MAX_VALUE} if there is no difference
   */
  public long sameUntil(Holds other) {
    if (offsets.length != other.offsets.length) {
      return Long.MIN_VALUE;
    }
    long until = Long.MAX_VALUE;
    for (int p = 0; p + 1 < offsets.length; p++) {
      until = Math.min(until, firstDifference(begins, other.begins, other, p));
      until = Math.min(until, firstDifference(ends, other.ends, other, p));
    }
    return until;
  }

  /** Returns the earliest time on a processor that is in only one of two columns. */
  private long firstDifference(long[] times, long[] otherTimes, Holds other, int processor) {
    int from = offsets[processor];
    int to = offsets[processor + 1];
    int otherFrom = other.offsets[processor];
    int otherTo = other.offsets[processor + 1];
    int at = Arrays.mismatch(times, from, to, otherTimes, otherFrom, otherTo);
    long until = Long.MAX_VALUE;
    if (at >= 0 && from + at < to) {
      until = times[from + at];
    }
    if (at >= 0 && otherFrom + at < otherTo) {
      until = Math.min(until, otherTimes[otherFrom + at]);
    }
    return until;
  }

  private static int slot(AttemptColumns attempts, int at, int processors) {
    return attempts.processors[at] < 0 ? processors : attempts.processors[at];
  }

  private static boolean holdsSlot(AttemptColumns attempts, int at, long[] endOf) {
    return known(attempts.active[at]) && endOf[at] > attempts.active[at];
  }

  /** The largest number of attempts that held a processor at once: 0 or more. */
  public int peak(int processor) {
    int peak = 0;
    int held = 0;
    int e = offsets[processor];
    for (int b = offsets[processor]; b < offsets[processor + 1]; b++) {
      while (e < offsets[processor + 1] && ends[e] <= begins[b]) {
        held--;
        e++;
      }
      peak = Math.max(peak, ++held);
    }
    return peak;
  }

  /**
   * Time that a processor was held, summed over its slots: nanoseconds. While more attempts hold it
   * than it has slots, all its slots count as held, and no more.
   *
   * @param slots number of its slots, 1 or more
   * @param from time before this does not count, as when the clock of a processor is behind
   * @param to time after this does not count
   */
  public long busy(int processor, int slots, long from, long to) {
    long busy = 0;
    long since = from;
    int held = 0;
    int e = offsets[processor];
    int b = e;
    int last = offsets[processor + 1];
    while (e < last) {
      boolean begins = b < last && this.begins[b] < ends[e];
      long time = Math.max(from, Math.min(to, begins ? this.begins[b++] : ends[e++]));
      busy += Math.min(held, slots) * (time - since);
      held += begins ? 1 : -1;
      since = time;
    }
    return busy;
  }

  /**
   * When all slots of a processor were held.
   *
   * @param slots number of its slots, 1 or more
   */
  public IntervalSet saturated(int processor, int slots) {
    IntervalSet.Builder set = new IntervalSet.Builder();
    int held = 0;
    int e = offsets[processor];
    int last = offsets[processor + 1];
    for (int b = offsets[processor]; b < last; b++) {
      while (e < last && ends[e] <= begins[b]) {
        release(set, held--, slots, ends[e++]);
      }
      if (++held == slots) {
        set.begin(begins[b]);
      }
    }
    while (e < last) {
      release(set, held--, slots, ends[e++]);
    }
    return set.build();
  }

  private static void release(IntervalSet.Builder set, int held, int slots, long time) {
    if (held == slots) {
      set.end(time);
    }
  }

  @Override
  public String toString() {
    return "Holds[" + begins.length + " attempts on " + (offsets.length - 2) + " processors]";
  }
}
