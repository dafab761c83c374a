package io.flowgauge.metrics.overhead;

import java.util.Arrays;

/**
 * Processing time by slot: the serialised blocks of a section ([Nerieri] §III-B.2). A hash table
 * with open addressing, because a section can have a million members; the loads themselves have no
 * gaps, because they are merged more often than looked up. Not thread-safe.
 */
final class SlotLoads {
  /** Returned for a slot that had no load before. */
  static final long NEW = -1;

  private static final int EMPTY = -1;

  /** The slots in the order in which they were added, and the load of each. */
  private int[] slots = new int[2];

  private long[] nanos = new long[2];
  private int size;

  /** Where a slot is in {@link #slots}, near the place that its hash gives. */
  private int[] places = empty(4);

  int size() {
    return size;
  }

  /**
   * Adds time to a slot, and returns the time it had before, or {@link #NEW} if it was not there.
   */
  long add(int slot, long time) {
    int place = place(slot);
    int at = places[place];
    if (at != EMPTY) {
      long before = nanos[at];
      nanos[at] += time;
      return before;
    }
    if (size == slots.length) {
      grow();
      place = place(slot);
    }
    places[place] = size;
    slots[size] = slot;
    nanos[size++] = time;
    return NEW;
  }

  private int place(int slot) {
    int mask = places.length - 1;
    int place = ((slot * 0x9E3779B9) >>> 7) & mask;
    while (places[place] != EMPTY && slots[places[place]] != slot) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    slots = Arrays.copyOf(slots, 2 * size);
    nanos = Arrays.copyOf(nanos, 2 * size);
    places = empty(4 * size);
    for (int at = 0; at < size; at++) {
      places[place(slots[at])] = at;
    }
  }

  private static int[] empty(int length) {
    int[] places = new int[length];
    Arrays.fill(places, EMPTY);
    return places;
  }

  /** Takes a slot with its load. */
  interface Reader {
    void load(int slot, long nanos);
  }

  void forEach(Reader reader) {
    for (int at = 0; at < size; at++) {
      reader.load(slots[at], nanos[at]);
    }
  }

  /** The largest load; 0 if there is none. */
  long largest() {
    long largest = 0;
    for (int at = 0; at < size; at++) {
      largest = Math.max(largest, nanos[at]);
    }
    return largest;
  }
}
