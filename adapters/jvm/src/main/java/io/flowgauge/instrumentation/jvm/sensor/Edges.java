package io.flowgauge.instrumentation.jvm.sensor;

/**
 * Finds the records of the edges of the dynamic region call graph that one stack has met, by caller
 * and callee, in an open-addressed table. Not thread-safe.
 */
final class Edges {
  /** Returned by {@link #find} for a new edge. */
  static final int UNKNOWN = -1;

  private static final int BITS = 13;

  /** Keys, 0 for free places, each followed by its record. */
  private int[] table = new int[64];

  private int size;

  /** Combines caller and callee in one number above 0; the caller is -1 if there is none. */
  private static int key(int parent, int region) {
    return (((parent + 1) << BITS) | region) + 1;
  }

  private static int slot(int key, int length) {
    int hash = key * 0x9e3779b9;
    return ((hash ^ (hash >>> 15)) << 1) & (length - 1);
  }

  /** Returns the offset of an edge's record in the memory, 0 if there was no room for one. */
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

  /** Adds a new edge, for which there must be room. */
  void add(int parent, int region, int record) {
    put(table, key(parent, region), record);
    size++;
  }

  /** Returns the number of places, each of which may have an edge. */
  int places() {
    return table.length / 2;
  }

  /** Returns the callee of the edge at a place that has a record. */
  int regionAt(int place) {
    return (table[2 * place] - 1) & ((1 << BITS) - 1);
  }

  /** Returns the record at a place; 0 if there is none. */
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
