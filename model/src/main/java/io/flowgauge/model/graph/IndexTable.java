package io.flowgauge.model.graph;

import java.util.Arrays;

/** Tables of indices, some of which may be missing. Stateless. */
final class IndexTable {
  /** Marks a missing index. */
  static final int NONE = -1;

  private IndexTable() {}

  /** Returns a table in which all indices are missing. */
  static int[] empty(int length) {
    int[] table = new int[length];
    Arrays.fill(table, NONE);
    return table;
  }
}
