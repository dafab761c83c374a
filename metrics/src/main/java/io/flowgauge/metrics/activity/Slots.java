package io.flowgauge.metrics.activity;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Columns;
import io.flowgauge.model.core.PagedColumn;
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

  /** The activities that ran on each processor, in ascending order. */
  private final int[][] activities;

  /** Number of their attempts. */
  private final int[] attempts;

  private final int[] bases;
  private final PagedColumn slots;
  private final double[] speeds;

  /**
   * Finds the slots of a run's activities.
   *
   * @param last slots of an earlier run on the same processors, or null; processors on which
   *     nothing changed since keep theirs
   */
  Slots(RunTimes times, Slots last) {
    this.times = times;
    int processors = times.processorCount();
    int activityCount = times.run().workflow().activityCount();
    BitSet recorded = last == null ? Columns.all(activityCount) : last.recordedUntil(times);
    activities = last == null ? new int[processors][0] : last.activities.clone();
    attempts = last == null ? new int[processors] : last.attempts.clone();
    BitSet changed = group(recorded, last == null ? times : last.times);
    bases = bases();
    boolean isFollowing = last != null && Arrays.equals(bases, last.bases);
    slots = isFollowing ? last.slots.copy() : new PagedColumn(UNKNOWN);
    choose(isFollowing ? changed : Columns.all(processors));
    speeds = speeds();
  }

  /**
   * Updates the activities and attempts of all processors.
   *
   * @param recorded activities about which something was recorded
   * @param before where these ran before
   * @return the processors on which something changed; the pool of unknown processors is always one
   *     of them, because its number of slots may differ
   */
  private BitSet group(BitSet recorded, RunTimes before) {
    BitSet changed = new BitSet();
    changed.set(activities.length - 1);
    int[][] found = new int[activities.length][0];
    int[] counts = new int[activities.length];
    for (int a = recorded.nextSetBit(0); a >= 0; a = recorded.nextSetBit(a + 1)) {
      int p = times.processor(a);
      changed.set(p);
      changed.set(before.processor(a));
      if (attemptCount(a) > 0 || known(times.wallclock(a))) {
        found[p] = Columns.room(found[p], counts[p]);
        found[p][counts[p]++] = a;
      }
    }
    for (int p = changed.nextSetBit(0); p >= 0; p = changed.nextSetBit(p + 1)) {
      activities[p] = merged(activities[p], recorded, found[p], counts[p]);
      attempts[p] = 0;
      for (int a : activities[p]) {
        attempts[p] += attemptCount(a);
      }
    }
    return changed;
  }

  /** Returns activities without those recorded, and with the first of some others; all ascend. */
  private static int[] merged(int[] old, BitSet recorded, int[] added, int addedCount) {
    if (old.length == 0) {
      return Arrays.copyOf(added, addedCount);
    }
    int[] all = new int[old.length + addedCount];
    int count = 0;
    int next = 0;
    for (int a : old) {
      while (next < addedCount && added[next] < a) {
        all[count++] = added[next++];
      }
      if (!recorded.get(a)) {
        all[count++] = a;
      }
    }
    System.arraycopy(added, next, all, count, addedCount - next);
    return Arrays.copyOf(all, count + addedCount - next);
  }

  private int attemptCount(int activity) {
    return times.run().endAttempt(activity) - times.run().firstAttempt(activity);
  }

  /** Sets the slots of all activities on some processors. */
  private void choose(BitSet processors) {
    BitSet chosen = new BitSet();
    for (int p = processors.nextSetBit(0); p >= 0; p = processors.nextSetBit(p + 1)) {
      boolean isSingle = times.slots(p) == 1;
      for (int a : activities[p]) {
        if (isSingle) {
          slots.set(a, bases[p]);
        } else {
          chosen.set(a);
        }
      }
    }
    if (!chosen.isEmpty()) {
      new SlotChoice(times, bases, chosen).assign(slots);
    }
  }

  private BitSet recordedUntil(RunTimes now) {
    return now.run().changes().recordedSince(times.run().changes());
  }

  /**
   * Returns the first slot of each processor. No processor gets more slots than it has attempts,
   * because they would never be used.
   */
  private int[] bases() {
    int[] first = new int[attempts.length + 1];
    for (int p = 0; p < attempts.length; p++) {
      first[p + 1] = first[p] + Math.max(1, Math.min(times.slots(p), attempts[p]));
    }
    return first;
  }

  private double[] speeds() {
    double[] speed = new double[bases[bases.length - 1]];
    for (int p = 0; p + 1 < bases.length; p++) {
      Arrays.fill(speed, bases[p], bases[p + 1], times.speed(p));
    }
    return speed;
  }

  /** Whether the numbers of slots stand for the same slots as those of another run. */
  public boolean areOnSlotsOf(Slots other) {
    return Arrays.equals(bases, other.bases);
  }

  /** Activities that have other slots than in an earlier run of the same recorder. */
  public BitSet differences(Slots earlier) {
    BitSet differences = new BitSet();
    slots.forEachDifference(earlier.slots, differences::set);
    return differences;
  }

  /** Whether these are the slots of the given run. */
  boolean areOf(ColumnarRun run) {
    return times.run() == run;
  }

  /** The slot of an activity: a number over all processors, or {@link #UNKNOWN}. */
  public int of(int activity) {
    return (int) slots.get(activity);
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
