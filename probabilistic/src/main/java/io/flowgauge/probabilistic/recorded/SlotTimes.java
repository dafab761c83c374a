package io.flowgauge.probabilistic.recorded;

import io.flowgauge.run.WorkflowRun;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The slots of a run and how long each activity held one. The number of slots is taken to be the
 * number of attempts that were active during most of the waiting. An attempt takes the slot that
 * has been free for longest, and holds it from the moment when both it and the slot were ready.
 * Replayed in this order on that many slots, the run takes as long as it did. Immutable and
 * thread-safe.
 */
public final class SlotTimes {
  private final long[] held;
  private final int slots;
  private final double waitingForSlots;

  private SlotTimes(long[] held, int slots, double waitingForSlots) {
    this.held = held;
    this.slots = slots;
    this.waitingForSlots = waitingForSlots;
  }

  /** Finds the slots of a run, and how long each activity held one. */
  public static SlotTimes of(WorkflowRun run, ObservedTimes times) {
    List<Hold> holds = Hold.of(run, times);
    Load load = Load.of(holds);
    long[] held = new long[run.workflow().activityCount()];
    double explained = assignSlots(holds, load.slots(), held);
    return new SlotTimes(held, load.slots(), Math.max(0, explained - load.exceeded()));
  }

  /**
   * Gives each attempt its slot.
   *
   * @param held receives how long each activity held slots, added to its values
   * @return the fraction of the waiting that passed before a slot was free
   */
  private static double assignSlots(List<Hold> holds, int slots, long[] held) {
    long[] from = begins(holds, slots);
    double waiting = 0;
    double all = 0;
    for (int k = 0; k < from.length; k++) {
      Hold hold = holds.get(k);
      held[hold.activity()] += hold.ended() - from[k];
      waiting += from[k] - hold.ready();
      all += hold.active() - hold.ready();
    }
    return all > 0 ? waiting / all : 0;
  }

  /**
   * Returns the time at which each attempt and a slot for it were ready, at the latest when it
   * began.
   *
   * @param holds attempts in the order in which they began
   * @param slots 1 or more, unless there is no attempt
   */
  public static long[] begins(List<Hold> holds, int slots) {
    PriorityQueue<Long> free = new PriorityQueue<>(Collections.nCopies(slots, Long.MIN_VALUE));
    long[] from = new long[holds.size()];
    for (int k = 0; k < from.length; k++) {
      Hold hold = holds.get(k);
      from[k] = Math.min(hold.active(), Math.max(hold.ready(), free.remove()));
      free.add(hold.ended());
    }
    return from;
  }

  /** Returns how long an activity held slots, over all its attempts, in nanoseconds. */
  public long heldNanos(int activity) {
    return held[activity];
  }

  /** Returns the number of slots; 0 if no attempt has a known active time. */
  public int slots() {
    return slots;
  }

  /**
   * Returns the fraction of all waiting that slots explain, less the fraction that contradicts
   * them; 0 or more.
   */
  public double waitingForSlots() {
    return waitingForSlots;
  }
}
