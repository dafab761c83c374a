package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import java.util.Arrays;
import java.util.BitSet;

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

  /**
   * Finds when attempts held each processor, and last, the attempts whose processor is unknown.
   *
   * @param activities only their attempts are considered
   */
  static Holds of(AttemptColumns attempts, BitSet activities, int processors, long until) {
    return of(attempts, activities, processors, null, until);
  }

  /**
   * Finds when attempts worked on each processor. If T is known, a completed last attempt holds its
   * slot no longer than T and its suspensions, because some engines notice the end of an
   * application late.
   *
   * @param wallclocks T by activity, in nanoseconds, or {@link Columns#ABSENT}
   */
  static Holds ofWork(AttemptColumns attempts, long[] wallclocks, int processors, long until) {
    BitSet all = new BitSet();
    all.set(0, wallclocks.length);
    return of(attempts, all, processors, wallclocks, until);
  }

  private static Holds of(
      AttemptColumns attempts, BitSet activities, int processors, long[] wallclocks, long until) {
    int[] offsets = new int[processors + 2];
    forEach(
        attempts,
        activities,
        wallclocks,
        until,
        (at, end) -> offsets[position(attempts, at, processors) + 1]++);
    for (int p = 0; p <= processors; p++) {
      offsets[p + 1] += offsets[p];
    }
    long[] begins = new long[offsets[processors + 1]];
    long[] ends = new long[begins.length];
    int[] next = offsets.clone();
    forEach(
        attempts,
        activities,
        wallclocks,
        until,
        (at, end) -> {
          int to = next[position(attempts, at, processors)]++;
          begins[to] = attempts.active[at];
          ends[to] = end;
        });
    for (int p = 0; p <= processors; p++) {
      Arrays.sort(begins, offsets[p], offsets[p + 1]);
      Arrays.sort(ends, offsets[p], offsets[p + 1]);
    }
    return new Holds(offsets, begins, ends);
  }

  /** Takes an attempt that holds a slot until a time. */
  private interface Reader {
    void hold(int attempt, long end);
  }

  private static void forEach(
      AttemptColumns attempts, BitSet activities, long[] wallclocks, long until, Reader reader) {
    for (int a = activities.nextSetBit(0); a >= 0; a = activities.nextSetBit(a + 1)) {
      int last = attempts.offsets[a + 1] - 1;
      for (int at = attempts.offsets[a]; at <= last; at++) {
        long end = end(attempts, at, last, until);
        if (at == last && wallclocks != null) {
          end = Math.min(end, endOfWork(attempts, at, wallclocks[a]));
        }
        if (known(attempts.active[at]) && end > attempts.active[at]) {
          reader.hold(at, end);
        }
      }
    }
  }

  private static long end(AttemptColumns attempts, int attempt, int last, long until) {
    if (known(attempts.ended[attempt])) {
      return attempts.ended[attempt];
    }
    return attempt == last ? until : Begins.ofAttempt(attempts, attempt + 1, attempt + 1 == last);
  }

  private static long endOfWork(AttemptColumns attempts, int attempt, long wallclock) {
    boolean isKnown =
        known(wallclock) && known(attempts.active[attempt]) && attempts.hasCompleted(attempt);
    long suspended = attempts.suspended == null ? 0 : attempts.suspended[attempt];
    return isKnown ? attempts.active[attempt] + wallclock + suspended : Long.MAX_VALUE;
  }

  private static int position(AttemptColumns attempts, int at, int processors) {
    return attempts.processors[at] < 0 ? processors : attempts.processors[at];
  }

  /** Number of processors, without the place for unknown ones. */
  int processorCount() {
    return offsets.length - 2;
  }

  /**
   * Returns these holds without some of them and with others, all on the same processors. This
   * takes less time than sorting all of them again.
   */
  Holds with(Holds removed, Holds added) {
    int[] changed = new int[offsets.length];
    for (int p = 0; p + 1 < offsets.length; p++) {
      changed[p + 1] = changed[p] + size(p) - removed.size(p) + added.size(p);
    }
    long[] newBegins = new long[changed[changed.length - 1]];
    long[] newEnds = new long[newBegins.length];
    for (int p = 0; p + 1 < offsets.length; p++) {
      merge(begins(p), removed.begins(p), added.begins(p), newBegins, changed[p]);
      merge(ends(p), removed.ends(p), added.ends(p), newEnds, changed[p]);
    }
    return new Holds(changed, newBegins, newEnds);
  }

  private int size(int processor) {
    return offsets[processor + 1] - offsets[processor];
  }

  /** Times on one processor, in ascending order: a part of an array. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Times(long[] of, int from, int to) {}

  private Times begins(int processor) {
    return new Times(begins, offsets[processor], offsets[processor + 1]);
  }

  private Times ends(int processor) {
    return new Times(ends, offsets[processor], offsets[processor + 1]);
  }

  /** Returns the place of the first of some ascending times that is not before another one. */
  private static int firstFrom(long time, long[] times, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[middle] < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Copies times without those removed, each of which they contain, and with those added. */
  private static void merge(Times old, Times removed, Times added, long[] into, int at) {
    int from = old.from;
    int to = at;
    int r = removed.from;
    int a = added.from;
    while (r < removed.to || a < added.to) {
      boolean isRemoval = r < removed.to && (a == added.to || removed.of[r] <= added.of[a]);
      long next = isRemoval ? removed.of[r++] : added.of[a++];
      int place = firstFrom(next, old.of, from, old.to);
      System.arraycopy(old.of, from, into, to, place - from);
      to += place - from;
      from = isRemoval ? place + 1 : place;
      if (!isRemoval) {
        into[to++] = next;
      }
    }
    System.arraycopy(old.of, from, into, to, old.to - from);
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
