package io.flowgauge.metrics.activity;

import io.flowgauge.model.core.ColumnarRun;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The slot on which each activity ran: for a parallel section, a processor with k slots is k
 * processors of the same speed (definitions, "Parallel section"). Sources do not name the slot; an
 * attempt is given the one that has been free for longest, so that two activities share a slot only
 * when no other was free. Immutable and thread-safe.
 */
public final class Slots {
  /** Marks an unknown slot, for lack of times. */
  public static final int UNKNOWN = -1;

  private final RunTimes times;

  /** Number of attempts on each processor. */
  private final int[] attempts;

  private final int[] bases;
  private final int[] slots;
  private final double[] speeds;

  private Slots(RunTimes times, int[] attempts, int[] bases, int[] slots) {
    this.times = times;
    this.attempts = attempts;
    this.bases = bases;
    this.slots = slots;
    speeds = speeds(times, bases);
  }

  /**
   * Finds the slots of a run's activities.
   *
   * @param last slots of an earlier run on the same processors, or null; processors on which
   *     nothing changed since keep theirs
   */
  static Slots of(RunTimes times, Slots last) {
    int[] attempts = last == null ? attempts(times) : last.attemptsNow(times);
    int[] bases = bases(times, attempts);
    boolean isFollowing = last != null && Arrays.equals(bases, last.bases);
    boolean[] changed = isFollowing ? last.changed(times) : all(times.processorCount());
    int[] slots =
        isFollowing ? last.slots.clone() : new int[times.run().workflow().activityCount()];
    int[] chosen = new int[slots.length];
    int count = 0;
    for (int a = 0; a < slots.length; a++) {
      int processor = times.processor(a);
      if (changed[processor]) {
        boolean single = times.slots(processor) == 1;
        slots[a] = single ? bases[processor] : UNKNOWN;
        chosen[count] = a;
        count += single || attemptCount(times, a) == 0 ? 0 : 1;
      }
    }
    if (count > 0) {
      new SlotChoice(times, bases, Arrays.copyOf(chosen, count)).assign(slots);
    }
    return new Slots(times, attempts, bases, slots);
  }

  private static boolean[] all(int processors) {
    boolean[] all = new boolean[processors];
    Arrays.fill(all, true);
    return all;
  }

  /**
   * Returns the processors on which something changed. The pool of unknown processors always counts
   * as changed, because its number of slots may differ.
   */
  private boolean[] changed(RunTimes now) {
    boolean[] changed = new boolean[now.processorCount()];
    changed[now.processorCount() - 1] = true;
    BitSet activities = recordedUntil(now);
    for (int a = activities.nextSetBit(0); a >= 0; a = activities.nextSetBit(a + 1)) {
      changed[times.processor(a)] = true;
      changed[now.processor(a)] = true;
    }
    return changed;
  }

  private BitSet recordedUntil(RunTimes now) {
    return now.run().changes().recordedSince(times.run().changes());
  }

  /** Whether the numbers of slots stand for the same slots as those of another run. */
  public boolean areOnSlotsOf(Slots other) {
    return Arrays.equals(bases, other.bases);
  }

  /** Activities that have other slots than in an earlier run of the same recorder. */
  public BitSet differences(Slots earlier) {
    BitSet differences = new BitSet();
    for (int a = difference(earlier, 0); a >= 0; a = difference(earlier, a + 1)) {
      differences.set(a);
    }
    return differences;
  }

  /** Returns the first activity, from a given one, that has another slot, or a number below 0. */
  private int difference(Slots earlier, int from) {
    int at = Arrays.mismatch(slots, from, slots.length, earlier.slots, from, slots.length);
    return at < 0 ? at : from + at;
  }

  /** Whether these are the slots of the given run. */
  boolean areOf(ColumnarRun run) {
    return times.run() == run;
  }

  private static int[] attempts(RunTimes times) {
    int[] attempts = new int[times.processorCount()];
    for (int a = 0; a < times.run().workflow().activityCount(); a++) {
      attempts[times.processor(a)] += attemptCount(times, a);
    }
    return attempts;
  }

  /** Returns the number of attempts on each processor in a later run on the same processors. */
  private int[] attemptsNow(RunTimes now) {
    int[] counts = attempts.clone();
    BitSet activities = recordedUntil(now);
    for (int a = activities.nextSetBit(0); a >= 0; a = activities.nextSetBit(a + 1)) {
      counts[times.processor(a)] -= attemptCount(times, a);
      counts[now.processor(a)] += attemptCount(now, a);
    }
    return counts;
  }

  private static int attemptCount(RunTimes times, int activity) {
    return times.run().endAttempt(activity) - times.run().firstAttempt(activity);
  }

  /**
   * Returns the first slot of each processor. No processor gets more slots than it has attempts,
   * because they would never be used.
   */
  private static int[] bases(RunTimes times, int[] attempts) {
    int[] bases = new int[attempts.length + 1];
    for (int p = 0; p < attempts.length; p++) {
      bases[p + 1] = bases[p] + Math.max(1, Math.min(times.slots(p), attempts[p]));
    }
    return bases;
  }

  private static double[] speeds(RunTimes times, int[] bases) {
    double[] speeds = new double[bases[bases.length - 1]];
    for (int p = 0; p + 1 < bases.length; p++) {
      Arrays.fill(speeds, bases[p], bases[p + 1], times.speed(p));
    }
    return speeds;
  }

  /** The slot of an activity: a number over all processors, or {@link #UNKNOWN}. */
  public int of(int activity) {
    return slots[activity];
  }

  /** Number of slots of all processors: 1 or more. */
  public int count() {
    return speeds.length;
  }

  /** Relative speed of a slot: above 0. */
  public double speed(int slot) {
    return speeds[slot];
  }
}
