package io.flowgauge.probabilistic.slots;

/** A binary heap of numbers, the smallest first. Not thread-safe. */
final class IntHeap {
  private final int[] items;
  private int size;

  IntHeap(int capacity) {
    items = new int[capacity];
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(int item) {
    int k = size++;
    while (k > 0 && items[(k - 1) >> 1] > item) {
      items[k] = items[(k - 1) >> 1];
      k = (k - 1) >> 1;
    }
    items[k] = item;
  }

  int remove() {
    int first = items[0];
    int last = items[--size];
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
