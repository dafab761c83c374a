package io.flowgauge.probabilistic.recorded;

import io.flowgauge.run.WorkflowRun;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The slots of a run, assumed to be as many as attempts were active during most of the waiting, and
 * how long each activity held one. An attempt takes the slot that has been free for longest, and
 * holds it from the moment that both it and the slot were ready: replayed in this order on that
 * many slots, the run takes as long as it did. Immutable and thread-safe.
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

  /** The slots of a run, and how long each activity held one. */
  public static SlotTimes of(WorkflowRun run, ObservedTimes times) {
    List<Hold> holds = Hold.of(run, times);
    Load load = Load.of(holds);
    long[] held = new long[run.workflow().activityCount()];
    double explained = hold(holds, load.slots(), held);
    return new SlotTimes(held, load.slots(), Math.max(0, explained - load.exceeded()));
  }

  /**
   * Gives each attempt its slot.
   *
   * @param held how long each activity held slots, to be added to
   * @return the part of the waiting that passed before a slot was free
   */
  private static double hold(List<Hold> holds, int slots, long[] held) {
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
   * When each attempt and a slot for it were ready, at the latest when it began.
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

  /** How long an activity held slots, over all its attempts, in nanoseconds. */
  public long heldNanos(int activity) {
    return held[activity];
  }

  /** 0 if no attempt says when it was active. */
  public int slots() {
    return slots;
  }

  /** The part of all waiting that slots explain, less the part that contradicts them; 0 or more. */
  public double waitingForSlots() {
    return waitingForSlots;
  }
}
