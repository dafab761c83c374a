package io.flowgauge.metrics.activity;

import java.util.Arrays;

/**
 * The slot on which each activity ran: to a parallel section, a processor with k slots is k
 * processors of the same speed (definitions, "Parallel section"). Sources do not name the slot; an
 * attempt is given the one that is free for longest, so that two activities share a slot only when
 * no other was free. Immutable and thread-safe.
 */
public final class Slots {
  /** The slot is unknown, for want of times. */
  public static final int UNKNOWN = -1;

  private final int[] slots;
  private final double[] speeds;

  private Slots(int[] slots, double[] speeds) {
    this.slots = slots;
    this.speeds = speeds;
  }

  /** Finds the slots of a run's activities. */
  public static Slots of(RunTimes times) {
    int[] bases = bases(times);
    int[] slots = new int[times.run().workflow().activityCount()];
    boolean any = false;
    for (int a = 0; a < slots.length; a++) {
      int processor = times.processor(a);
      boolean single = times.slots(processor) == 1;
      slots[a] = single ? bases[processor] : UNKNOWN;
      any |= !single;
    }
    if (any) {
      new SlotChoice(times, bases).assign(slots);
    }
    return new Slots(slots, speeds(times, bases));
  }

  /** First slot of each processor. More slots than attempts would never be used. */
  private static int[] bases(RunTimes times) {
    int[] attempts = new int[times.processorCount()];
    for (int a = 0; a < times.run().workflow().activityCount(); a++) {
      attempts[times.processor(a)] += times.run().endAttempt(a) - times.run().firstAttempt(a);
    }
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
