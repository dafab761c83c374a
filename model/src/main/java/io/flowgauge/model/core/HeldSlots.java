package io.flowgauge.model.core;

import java.util.Arrays;

/**
 * When the slots of one processor were held. Runs that differ only on other processors share it.
 * Immutable and thread-safe.
 */
final class HeldSlots {
  static final HeldSlots NONE = new HeldSlots(new long[0], new long[0]);

  private static final int UNKNOWN = -1;

  /** When attempts began to hold a slot, in ascending order. */
  private final long[] begins;

  /** When they no longer held it, in ascending order; shorter, as some may still hold theirs. */
  private final long[] ends;

  /** Found on first use; threads that race find the same. */
  private int peak = UNKNOWN;

  private Saturation saturation;

  /** When all slots of a processor were held, if it has so many. */
  private record Saturation(int slots, IntervalSet times) {}

  private HeldSlots(long[] begins, long[] ends) {
    this.begins = begins;
    this.ends = ends;
  }

  /**
   * Takes both arrays over, and sorts them.
   *
   * @param begins when attempts began to hold a slot
   * @param ends when those of them that no longer hold it ceased to, in any order
   */
  static HeldSlots of(long[] begins, long[] ends) {
    Arrays.sort(begins);
    Arrays.sort(ends);
    return new HeldSlots(begins, ends);
  }

  /** Number of attempts. */
  int size() {
    return begins.length;
  }

  /**
   * Returns these holds without some of them and with others. This takes less time than sorting all
   * of them again.
   */
  HeldSlots with(HeldSlots removed, HeldSlots added) {
    if (Arrays.equals(removed.begins, added.begins) && Arrays.equals(removed.ends, added.ends)) {
      return this;
    }
    return new HeldSlots(
        merged(begins, removed.begins, added.begins), merged(ends, removed.ends, added.ends));
  }

  /** Copies times without those removed, each of which they contain, and with those added. */
  private static long[] merged(long[] old, long[] removed, long[] added) {
    long[] into = new long[old.length - removed.length + added.length];
    int from = 0;
    int to = 0;
    int r = 0;
    int a = 0;
    while (r < removed.length || a < added.length) {
      boolean isRemoval = r < removed.length && (a == added.length || removed[r] <= added[a]);
      long next = isRemoval ? removed[r++] : added[a++];
      int place = firstFrom(next, old, from);
      System.arraycopy(old, from, into, to, place - from);
      to += place - from;
      from = isRemoval ? place + 1 : place;
      if (!isRemoval) {
        into[to++] = next;
      }
    }
    System.arraycopy(old, from, into, to, old.length - from);
    return into;
  }

  /** Returns the place of the first of some ascending times that is not before another one. */
  private static int firstFrom(long time, long[] times, int from) {
    int low = from;
    int high = times.length;
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

  /**
   * The time before which the slots were held as others were.
   *
   * @return nanoseconds; {@link Long#MAX_VALUE} if there is no difference
   */
  long sameUntil(HeldSlots other) {
    return other == this
        ? Long.MAX_VALUE
        : Math.min(firstDifference(begins, other.begins), firstDifference(ends, other.ends));
  }

  /** Returns the earliest time that is in only one of two columns. */
  private static long firstDifference(long[] times, long[] others) {
    int at = Arrays.mismatch(times, others);
    long until = Long.MAX_VALUE;
    if (at >= 0 && at < times.length) {
      until = times[at];
    }
    if (at >= 0 && at < others.length) {
      until = Math.min(until, others[at]);
    }
    return until;
  }

  /** The largest number of attempts that held a slot at once: 0 or more. */
  int peak() {
    if (peak == UNKNOWN) {
      peak = findPeak();
    }
    return peak;
  }

  private int findPeak() {
    int most = 0;
    int held = 0;
    int e = 0;
    for (long begin : begins) {
      while (e < ends.length && ends[e] <= begin) {
        held--;
        e++;
      }
      most = Math.max(most, ++held);
    }
    return most;
  }

  /**
   * Time that the slots were held: see {@link Holds#busy}.
   *
   * @param until up to when those slots count that are still held
   */
  long busy(int slots, long from, long to, long until) {
    long busy = 0;
    long since = from;
    int held = 0;
    int b = 0;
    for (int e = 0; e < begins.length; ) {
      long end = e < ends.length ? ends[e] : until;
      boolean isBegin = b < begins.length && begins[b] < end;
      long time = Math.max(from, Math.min(to, isBegin ? begins[b] : end));
      busy += Math.min(held, slots) * (time - since);
      held += isBegin ? 1 : -1;
      b += isBegin ? 1 : 0;
      e += isBegin ? 0 : 1;
      since = time;
    }
    return busy;
  }

  /** When all slots were held: see {@link Holds#saturated}. */
  IntervalSet saturated(int slots) {
    Saturation known = saturation;
    if (known == null || known.slots != slots) {
      known = new Saturation(slots, findSaturated(slots));
      saturation = known;
    }
    return known.times;
  }

  private IntervalSet findSaturated(int slots) {
    IntervalSet.Builder set = new IntervalSet.Builder();
    int held = 0;
    int e = 0;
    for (long begin : begins) {
      while (e < ends.length && ends[e] <= begin) {
        release(set, held--, slots, ends[e++]);
      }
      if (++held == slots) {
        set.begin(begin);
      }
    }
    while (e < ends.length) {
      release(set, held--, slots, ends[e++]);
    }
    if (held >= slots) {
      set.end(Long.MAX_VALUE);
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
    return "HeldSlots[" + begins.length + " attempts]";
  }
}
