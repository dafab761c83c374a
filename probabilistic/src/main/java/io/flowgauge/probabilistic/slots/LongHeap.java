package io.flowgauge.probabilistic.slots;

/** A binary heap of numbers, the smallest first. Not thread-safe. */
final class LongHeap {
  private final long[] items;
  private int size;

  LongHeap(int capacity) {
    items = new long[capacity];
  }

  /** Replaces the content by a copy of another heap's. */
  void set(LongHeap other) {
    size = other.size;
    System.arraycopy(other.items, 0, items, 0, size);
  }

  boolean isEmpty() {
    return size == 0;
  }

  long first() {
    return items[0];
  }

  void add(long item) {
    int k = size++;
    while (k > 0 && items[(k - 1) >> 1] > item) {
      items[k] = items[(k - 1) >> 1];
      k = (k - 1) >> 1;
    }
    items[k] = item;
  }

  long remove() {
    long first = items[0];
    long last = items[--size];
    int k = 0;
    for (int child = 1; child < size; child = 2 * k + 1) {
      if (child + 1 < size && items[child + 1] < items[child]) {
        child++;
      }
      if (items[child] >= last) {
        break;
      }
      items[k] = items[child];
      k = child;
    }
    items[k] = last;
    return first;
  }
}
