package io.flowgauge.metrics.overhead;

import java.util.Arrays;

/**
 * Processing time by slot: the serialised blocks of a section ([Nerieri] §III-B.2). A hash map with
 * open addressing, because a section can have a million members. Not thread-safe.
 */
final class SlotLoads {
  /** Returned for a slot that had no load before. */
  static final long NEW = -1;

  private static final int EMPTY = -1;

  private int[] slots = filled(4);
  private long[] nanos = new long[4];
  private int size;

  int size() {
    return size;
  }

  /**
   * Adds time to a slot, and returns the time it had before, or {@link #NEW} if it was not there.
   */
  long add(int slot, long time) {
    if (size * 2 >= slots.length) {
      grow();
    }
    int at = place(slot);
    long before = nanos[at];
    if (slots[at] != slot) {
      slots[at] = slot;
      size++;
      before = NEW;
    }
    nanos[at] += time;
    return before;
  }

  private int place(int slot) {
    int mask = slots.length - 1;
    int at = ((slot * 0x9E3779B9) >>> 7) & mask;
    while (slots[at] != EMPTY && slots[at] != slot) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    int[] oldSlots = slots;
    long[] oldNanos = nanos;
    slots = filled(oldSlots.length * 2);
    nanos = new long[slots.length];
    for (int k = 0; k < oldSlots.length; k++) {
      if (oldSlots[k] != EMPTY) {
        int at = place(oldSlots[k]);
        slots[at] = oldSlots[k];
        nanos[at] = oldNanos[k];
      }
    }
  }

  private static int[] filled(int length) {
    int[] slots = new int[length];
    Arrays.fill(slots, EMPTY);
    return slots;
  }

  /** Takes a slot with its load. */
  interface Reader {
    void load(int slot, long nanos);
  }

  void forEach(Reader reader) {
    for (int k = 0; k < slots.length; k++) {
      if (slots[k] != EMPTY) {
        reader.load(slots[k], nanos[k]);
      }
    }
  }

  /** The largest load; 0 if there is none. */
  long largest() {
    long largest = 0;
    for (int k = 0; k < slots.length; k++) {
      largest = slots[k] == EMPTY ? largest : Math.max(largest, nanos[k]);
    }
    return largest;
  }
}
