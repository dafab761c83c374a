package io.flowgauge.metrics.activity;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.PagedColumn;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Gives each attempt the slot of its processor that has been free for longest. The attempts on all
 * processors are visited in order of time; the slots of each processor form a separate heap. Used
 * once.
 */
final class SlotChoice {
  private final RunTimes times;
  private final ColumnarRun run;
  private final int[] bases;
  private final BitSet chosen;

  /** Heaps of the slots of each processor, with the one that has been free for longest first. */
  private final int[] heap;

  private final long[] freeSince;

  /** Attempts that held a slot, and their activities. */
  private final int[] attempts;

  private final int[] activities;
  private final long[] begins;
  private int count;

  /**
   * Prepares the choice.
   *
   * @param bases first slot of each processor, and the number of slots after the last one
   * @param chosen activities that are given slots: all those of some processors
   */
  SlotChoice(RunTimes times, int[] bases, BitSet chosen) {
    this.times = times;
    this.run = times.run();
    this.bases = bases;
    this.chosen = chosen;
    this.heap = new int[bases[bases.length - 1]];
    Arrays.setAll(heap, slot -> slot);
    this.freeSince = new long[heap.length];
    Arrays.fill(freeSince, Long.MIN_VALUE);
    int attemptCount = 0;
    for (int a = chosen.nextSetBit(0); a >= 0; a = chosen.nextSetBit(a + 1)) {
      attemptCount += run.endAttempt(a) - run.firstAttempt(a);
    }
    this.attempts = new int[attemptCount];
    this.activities = new int[attemptCount];
    this.begins = new long[attemptCount];
    for (int a = chosen.nextSetBit(0); a >= 0; a = chosen.nextSetBit(a + 1)) {
      collect(a);
    }
  }

  /** Sets the slot of the last attempt of each activity, which is unknown if it never held one. */
  void assign(PagedColumn slots) {
    for (int a = chosen.nextSetBit(0); a >= 0; a = chosen.nextSetBit(a + 1)) {
      int last = run.endAttempt(a) - 1;
      if (last < run.firstAttempt(a) || !known(run.active(last))) {
        slots.set(a, Slots.UNKNOWN);
      }
    }
    for (int k : TimeOrder.of(begins, count)) {
      int slot = occupyFirst(times.processor(activities[k]), attempts[k]);
      if (attempts[k] == run.endAttempt(activities[k]) - 1) {
        slots.set(activities[k], slot);
      }
    }
  }

  private void collect(int activity) {
    for (int at = run.firstAttempt(activity); at < run.endAttempt(activity); at++) {
      if (known(run.active(at))) {
        attempts[count] = at;
        activities[count] = activity;
        begins[count++] = run.active(at);
      }
    }
  }

  private int occupyFirst(int processor, int attempt) {
    int base = bases[processor];
    int slot = heap[base];
    freeSince[slot] = known(run.ended(attempt)) ? run.ended(attempt) : Long.MAX_VALUE;
    sink(base, bases[processor + 1] - base, slot);
    return slot;
  }

  /** Moves the first slot of a heap to its new place. */
  private void sink(int base, int size, int slot) {
    int at = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && isFirst(heap[base + child + 1], heap[base + child])) {
        child++;
      }
      if (isFirst(slot, heap[base + child])) {
        break;
      }
      heap[base + at] = heap[base + child];
      at = child;
      child = 2 * at + 1;
    }
    heap[base + at] = slot;
  }

  private boolean isFirst(int slot, int other) {
    return freeSince[slot] != freeSince[other] ? freeSince[slot] < freeSince[other] : slot < other;
  }
}
