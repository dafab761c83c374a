package io.flowgauge.model.graph;

import java.util.Arrays;

/** A growing list of arcs with the regions they stand for. */
final class ArcList {

  int[] tail;
  int[] head;
  int[] region;
  int size;

  ArcList(int capacity) {
    tail = new int[capacity];
    head = new int[capacity];
    region = new int[capacity];
  }

  void add(int arcTail, int arcHead, int arcRegion) {
    if (size == tail.length) {
      tail = Arrays.copyOf(tail, 2 * size + 16);
      head = Arrays.copyOf(head, 2 * size + 16);
      region = Arrays.copyOf(region, 2 * size + 16);
    }
    tail[size] = arcTail;
    head[size] = arcHead;
    region[size++] = arcRegion;
  }

  boolean isDummy(int arc) {
    return region[arc] == RegionForest.NOTHING;
  }

  void renumber(int[] junctionNumber) {
    for (int a = 0; a < size; a++) {
      tail[a] = junctionNumber[tail[a]];
      head[a] = junctionNumber[head[a]];
    }
  }

  /** Returns a copy without spare capacity. */
  ArcList copy() {
    ArcList copy = new ArcList(0);
    copy.tail = Arrays.copyOf(tail, size);
    copy.head = Arrays.copyOf(head, size);
    copy.region = Arrays.copyOf(region, size);
    copy.size = size;
    return copy;
  }

  void swap(int one, int other) {
    swap(tail, one, other);
    swap(head, one, other);
    swap(region, one, other);
  }

  private static void swap(int[] array, int one, int other) {
    int value = array[one];
    array[one] = array[other];
    array[other] = value;
  }

  /** Releases the arcs and the memory they take. */
  void release() {
    tail = new int[0];
    head = tail;
    region = tail;
    size = 0;
  }
}
