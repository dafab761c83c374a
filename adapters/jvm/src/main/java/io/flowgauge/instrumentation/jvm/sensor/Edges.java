package io.flowgauge.instrumentation.jvm.sensor;

import java.util.Arrays;

/**
 * The edges of the dynamic region call graph one stack has met, numbered from 1, found by caller
 * and callee in an open-addressed table. Not thread-safe.
 */
final class Edges {
  private static final int BITS = 13;

  private int[] table = new int[32];
  private int[] keys = new int[16];
  private int[] records = new int[16];

  /** Open calls by region. */
  private int[] open = new int[16];

  private int size = 1;

  /** Caller and callee in one number; the caller may be none, which is -1. */
  private static int key(int parent, int region) {
    return ((parent + 1) << BITS) | region;
  }

  private static int slot(int key, int length) {
    int hash = key * 0x9e3779b9;
    return (hash ^ (hash >>> 15)) & (length - 1);
  }

  /** The edge, or 0 if it is new. */
  int find(int parent, int region) {
    int key = key(parent, region);
    int[] slots = table;
    int at = slot(key, slots.length);
    int edge = slots[at];
    while (edge != 0 && keys[edge] != key) {
      at = (at + 1) & (slots.length - 1);
      edge = slots[at];
    }
    return edge;
  }

  /** A new edge. */
  int add(int parent, int region, int record) {
    if (size == keys.length) {
      grow();
    }
    int edge = size++;
    keys[edge] = key(parent, region);
    records[edge] = record;
    if (region >= open.length) {
      open = Arrays.copyOf(open, Math.max(region + 1, 2 * open.length));
    }
    put(table, edge);
    return edge;
  }

  private void grow() {
    int length = keys.length * 2;
    keys = Arrays.copyOf(keys, length);
    records = Arrays.copyOf(records, length);
    int[] larger = new int[length * 2];
    for (int edge = 1; edge < size; edge++) {
      put(larger, edge);
    }
    table = larger;
  }

  private void put(int[] slots, int edge) {
    int at = slot(keys[edge], slots.length);
    while (slots[at] != 0) {
      at = (at + 1) & (slots.length - 1);
    }
    slots[at] = edge;
  }

  int region(int edge) {
    return keys[edge] & ((1 << BITS) - 1);
  }

  /** Where its record is in the memory; 0 if there was no room for one. */
  int record(int edge) {
    return records[edge];
  }

  /** Whether a call of its region is open. */
  boolean isOpen(int edge) {
    return open[region(edge)] > 0;
  }

  /** Whether this is the outermost open call of its region. */
  boolean opened(int edge) {
    return ++open[region(edge)] == 1;
  }

  /** Whether that was the outermost one; also if its begin was cut off by an error. */
  boolean closed(int edge) {
    int left = open[region(edge)] - 1;
    open[region(edge)] = left < 0 ? 0 : left;
    return left <= 0;
  }

  /** Forgets open calls, whose thread has ended. */
  void forgetOpen() {
    Arrays.fill(open, 0);
  }
}
