package io.flowgauge.instrumentation.jvm.sensor;

/**
 * Where the records are of the edges of the dynamic region call graph that one stack has met, found
 * by caller and callee in an open-addressed table. Not thread-safe.
 */
final class Edges {
  /** What {@link #find} answers for an edge that is new. */
  static final int UNKNOWN = -1;

  private static final int BITS = 13;

  /** Keys, 0 where none is, and behind each its record. */
  private int[] table = new int[64];

  private int size;

  /** Caller and callee in one number above 0; the caller may be none, which is -1. */
  private static int key(int parent, int region) {
    return (((parent + 1) << BITS) | region) + 1;
  }

  private static int slot(int key, int length) {
    int hash = key * 0x9e3779b9;
    return ((hash ^ (hash >>> 15)) << 1) & (length - 1);
  }

  /** Where an edge's record is in the memory, 0 if there was no room for one. */
  int find(int parent, int region) {
    int key = key(parent, region);
    int[] entries = table;
    int at = slot(key, entries.length);
    while (entries[at] != key) {
      if (entries[at] == 0) {
        return UNKNOWN;
      }
      at = (at + 2) & (entries.length - 1);
    }
    return entries[at + 1];
  }

  /** Makes room for a new edge. */
  void reserve() {
    if (4 * (size + 1) > table.length) {
      grow();
    }
  }

  /** A new edge, for which there is room. */
  void add(int parent, int region, int record) {
    put(table, key(parent, region), record);
    size++;
  }

  /** Places that may have an edge. */
  int places() {
    return table.length / 2;
  }

  /** The callee of the edge in a place with a record. */
  int regionAt(int place) {
    return (table[2 * place] - 1) & ((1 << BITS) - 1);
  }

  /** The record in a place, 0 if there is none. */
  int recordAt(int place) {
    return table[2 * place + 1];
  }

  private void grow() {
    int[] larger = new int[table.length * 2];
    for (int at = 0; at < table.length; at += 2) {
      if (table[at] != 0) {
        put(larger, table[at], table[at + 1]);
      }
    }
    table = larger;
  }

  private static void put(int[] entries, int key, int record) {
    int at = slot(key, entries.length);
    while (entries[at] != 0) {
      at = (at + 2) & (entries.length - 1);
    }
    entries[at + 1] = record;
    entries[at] = key;
  }
}
