package io.flowgauge.metrics.overhead;

import static io.flowgauge.model.core.Columns.ABSENT;

import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.model.core.Columns;
import java.util.Map;

/**
 * Sums over a region while its members are visited, and the sums that a member passes to the
 * enclosing region. Times are in seconds, except for the span. Not thread-safe.
 */
final class RegionSums {
  /** Slot of an activity that has not begun and uses none. */
  static final int NO_SLOT = -1;

  /** Overheads as they count in this region. */
  final double[] seconds = new double[TimeClass.COUNT];

  /**
   * Overheads times the speed of the slots that lost the time: an enclosing section divides them by
   * the speed of all of its slots ([Nerieri] §III-B.2, contributed overhead).
   */
  final double[] weighted = new double[TimeClass.COUNT];

  /** A bit for each class that was measured, here or in a member. */
  int measured;

  /** Like {@link #measured}, but for activities only. */
  int measuredInActivities;

  /** Number of activities that were skipped. */
  int skipped;

  /** Number of activities of known ideal time that were not skipped. */
  int idealCount;

  /** First event and last end of the activities; absent if none has times. */
  long begin = ABSENT;

  long end = ABSENT;

  /** The activity that began first; -1 if none has times. */
  int first = -1;

  /** The activity that ended last; -1 if none has times. */
  int last = -1;

  /** Ideal time; meaningful if {@link #computing}. */
  double ideal;

  /**
   * Longest path of the ideal times of its activities; for replicas, the ideal time of the fastest.
   */
  double longestIdeal;

  /** Whether it holds a computational activity whose ideal time is known. */
  boolean computing;

  /** Processing time; -1 if there is none. */
  double processing = -1;

  /** Sum of T · speed over the computational activities. */
  double work;

  /**
   * Processing time by slot; null for an activity, which has {@link #slot} instead, and for a
   * region whose slots are irrelevant: see {@link OpenRegion#keepsLoads()}.
   */
  SlotLoads loads;

  int slot = NO_SLOT;
  long slotNanos;

  /** Number of activities whose slot is not known, by processor; null if there are none. */
  Map<Integer, Integer> slotless;

  /** Sum of the speeds of the slots in use. */
  double speed;

  /** Sum of the speeds of the slots on which members computed and did not only transfer. */
  double computingSpeed;

  /** Whether two members computed on one slot. */
  boolean shared;

  /** The sums do not depend on when processors were held after this time, in nanoseconds. */
  long reach = Long.MIN_VALUE;

  void reset() {
    for (; measured != 0; measured &= measured - 1) {
      int c = Integer.numberOfTrailingZeros(measured);
      seconds[c] = 0;
      weighted[c] = 0;
    }
    measuredInActivities = 0;
    skipped = 0;
    idealCount = 0;
    begin = ABSENT;
    end = ABSENT;
    first = -1;
    last = -1;
    ideal = 0;
    longestIdeal = 0;
    computing = false;
    processing = -1;
    work = 0;
    loads = null;
    slot = NO_SLOT;
    slotless = null;
    speed = 0;
    computingSpeed = 0;
    shared = false;
    reach = Long.MIN_VALUE;
  }

  /** Counts an activity. */
  void count(boolean isSkipped, boolean isIdealKnown) {
    skipped += isSkipped ? 1 : 0;
    idealCount += isIdealKnown && !isSkipped ? 1 : 0;
  }

  /** Drops what only an enclosing section needs. */
  void forgetSlots() {
    loads = null;
    slotless = null;
  }

  void add(int timeClass, double time, double weight) {
    seconds[timeClass] += time;
    weighted[timeClass] += time * weight;
    measured |= 1 << timeClass;
  }

  /** Adds the weighted overheads of a member. */
  void takeWeighted(RegionSums member) {
    for (int c = 0; c < TimeClass.COUNT; c++) {
      weighted[c] += member.weighted[c];
    }
  }

  /** Adds those sums of a member that every kind of region includes. */
  void take(RegionSums member) {
    skipped += member.skipped;
    idealCount += member.idealCount;
    computing |= member.computing;
    measured |= member.measured;
    measuredInActivities |= member.measuredInActivities;
    work += member.work;
    takeSlotless(member);
    if (first < 0 || (member.first >= 0 && member.begin < begin)) {
      first = member.first;
    }
    begin = Columns.min(begin, member.begin);
    end = Math.max(end, member.end);
    reach = Math.max(reach, member.reach);
  }

  private void takeSlotless(RegionSums member) {
    if (member.slotless != null) {
      Map<Integer, Integer> small = slotless == null ? Map.of() : slotless;
      Map<Integer, Integer> large = member.slotless;
      if (small.size() > large.size()) {
        small = member.slotless;
        large = slotless;
      }
      for (Map.Entry<Integer, Integer> entry : small.entrySet()) {
        large.merge(entry.getKey(), entry.getValue(), Integer::sum);
      }
      slotless = large;
    }
  }
}
