package io.flowgauge.model.graph;

import java.util.Arrays;

/** Rows numbered so that exactly equal rows get the same number. */
final class RowClasses {

  private static final int NONE = -1;

  /** The class of each row. */
  final int[] classOf;

  /** Some row of each class; only the first {@link #count} entries are set. */
  final int[] member;

  int count;

  private final Adjacency rows;
  private final int[] table;

  private RowClasses(Adjacency rows) {
    this.rows = rows;
    int n = rows.rowCount();
    classOf = new int[n];
    member = new int[n];
    table = new int[Integer.highestOneBit(Math.max(8, n)) * 4];
    Arrays.fill(table, NONE);
  }

  /** Classes numbered as they are met in a given order of all rows. */
  static RowClasses of(Adjacency rows, int[] order) {
    RowClasses classes = new RowClasses(rows);
    classes.assignAll(order);
    return classes;
  }

  /** Rows of one entry, the most common, are told apart without hashing. */
  private void assignAll(int[] order) {
    int[] ofSingle = new int[order.length];
    Arrays.fill(ofSingle, NONE);
    for (int v : order) {
      if (rows.size(v) == 1) {
        int only = rows.target[rows.start[v]];
        if (ofSingle[only] == NONE) {
          ofSingle[only] = create(v);
        }
        classOf[v] = ofSingle[only];
      } else {
        classOf[v] = find(v);
      }
    }
  }

  private int create(int v) {
    member[count] = v;
    return count++;
  }

  private int find(int v) {
    int slot = hash(v) & (table.length - 1);
    while (table[slot] != NONE && !equalRows(v, member[table[slot]])) {
      slot = (slot + 1) & (table.length - 1);
    }
    if (table[slot] == NONE) {
      table[slot] = create(v);
    }
    return table[slot];
  }

  private int hash(int v) {
    long hash = 0;
    for (int e = rows.start[v]; e < rows.start[v + 1]; e++) {
      hash = (hash + rows.target[e] + 1) * 0x9E3779B97F4A7C15L;
    }
    return (int) (hash >>> 32);
  }

  private boolean equalRows(int v, int w) {
    int[] start = rows.start;
    return Arrays.equals(rows.target, start[v], start[v + 1], rows.target, start[w], start[w + 1]);
  }
}
