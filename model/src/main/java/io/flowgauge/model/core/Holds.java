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
  private final HeldSlots[] processors;

  /** The time up to which slots are held that no attempt has released, in nanoseconds. */
  private final long until;

  private Holds(HeldSlots[] processors, long until) {
    this.processors = processors;
    this.until = until;
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
  static Holds ofWork(AttemptColumns attempts, PagedColumn wallclocks, int processors, long until) {
    return of(attempts, Columns.all(attempts.activityCount()), processors, wallclocks, until);
  }

  private static Holds of(
      AttemptColumns attempts,
      BitSet activities,
      int processors,
      PagedColumn wallclocks,
      long until) {
    int[] beginCounts = new int[processors + 1];
    int[] endCounts = new int[processors + 1];
    forEach(
        attempts,
        activities,
        wallclocks,
        until,
        (at, end) -> {
          int p = position(attempts, at, processors);
          beginCounts[p]++;
          endCounts[p] += known(end) ? 1 : 0;
        });
    long[][] begins = columns(beginCounts);
    long[][] ends = columns(endCounts);
    forEach(
        attempts,
        activities,
        wallclocks,
        until,
        (at, end) -> {
          int p = position(attempts, at, processors);
          begins[p][--beginCounts[p]] = attempts.active[at];
          if (known(end)) {
            ends[p][--endCounts[p]] = end;
          }
        });
    HeldSlots[] held = new HeldSlots[processors + 1];
    Arrays.setAll(held, p -> HeldSlots.of(begins[p], ends[p]));
    return new Holds(held, until);
  }

  private static long[][] columns(int[] lengths) {
    return Arrays.stream(lengths).mapToObj(long[]::new).toArray(long[][]::new);
  }

  /** Takes an attempt that holds a slot until a time, or still holds it if that is absent. */
  private interface Reader {
    void hold(int attempt, long end);
  }

  private static void forEach(
      AttemptColumns attempts,
      BitSet activities,
      PagedColumn wallclocks,
      long until,
      Reader reader) {
    for (int a = activities.nextSetBit(0); a >= 0; a = activities.nextSetBit(a + 1)) {
      int last = attempts.end(a) - 1;
      for (int at = attempts.first(a); at <= last; at++) {
        long end = end(attempts, at, last, until);
        if (at == last && wallclocks != null) {
          end = Math.min(end, endOfWork(attempts, at, wallclocks.get(a)));
        }
        if (known(attempts.active[at]) && end > attempts.active[at]) {
          boolean isOpen = at == last && !known(attempts.ended[at]);
          reader.hold(at, isOpen ? Columns.ABSENT : end);
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
    return processors.length - 1;
  }

  /** Returns these holds without some of them and with others, all on the same processors. */
  Holds with(Holds removed, Holds added) {
    HeldSlots[] changed = new HeldSlots[processors.length];
    Arrays.setAll(changed, p -> processors[p].with(removed.processors[p], added.processors[p]));
    return new Holds(changed, added.until);
  }

  /**
   * The time before which these attempts held each processor as those of an earlier run.
   *
   * @return nanoseconds, no later than t_now of the earlier run
   */
  public long sameUntil(Holds earlier) {
    if (processors.length != earlier.processors.length) {
      return Long.MIN_VALUE;
    }
    long same = earlier.until;
    for (int p = 0; p < processors.length; p++) {
      same = Math.min(same, processors[p].sameUntil(earlier.processors[p]));
    }
    return same;
  }

  /** The largest number of attempts that held a processor at once: 0 or more. */
  public int peak(int processor) {
    return processors[processor].peak();
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
    return processors[processor].busy(slots, from, to, until);
  }

  /**
   * When all slots of a processor were held. The last interval does not end if they still are.
   *
   * @param slots number of its slots, 1 or more
   */
  public IntervalSet saturated(int processor, int slots) {
    return processors[processor].saturated(slots);
  }

  @Override
  public String toString() {
    int attempts = Arrays.stream(processors).mapToInt(HeldSlots::size).sum();
    return "Holds[" + attempts + " attempts on " + processorCount() + " processors]";
  }
}
