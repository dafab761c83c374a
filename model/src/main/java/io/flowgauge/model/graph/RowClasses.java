package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

import java.util.Arrays;

/**
 * Numbers rows so that exactly the equal ones get the same number.
 *
 * <p>Equal rows share all of their entries. So if some entry of a row is in few rows, as in most
 * large graphs, the row is compared with only these, which are close in memory; all other rows are
 * hashed.
 */
final class RowClasses {
  /** Largest number of rows with an entry for which comparing these rows pays off. */
  private static final int FEW = 8;

  /** The class of each row. */
  final int[] classOf;

  /** Some row of each class; only the first {@link #count} entries are set. */
  final int[] member;

  int count;

  private final Adjacency rows;
  private final Adjacency rowsWith;

  /**
   * Class of the row that has a certain entry only, by that entry; the last element is the class of
   * the empty row.
   */
  private final int[] ofShort;

  /** Hash table of the classes of all other rows; allocated when first needed. */
  private int[] table = new int[0];

  private RowClasses(Adjacency rows, Adjacency rowsWith) {
    this.rows = rows;
    this.rowsWith = rowsWith;
    int n = rows.rowCount();
    classOf = IndexTable.empty(n);
    member = new int[n];
    ofShort = IndexTable.empty(n + 1);
  }

  /**
   * Finds the classes of rows, numbered in the order in which they are met.
   *
   * @param rowsWith the rows that hold each entry
   * @param order a permutation of all rows
   */
  static RowClasses of(Adjacency rows, Adjacency rowsWith, int[] order) {
    RowClasses classes = new RowClasses(rows, rowsWith);
    for (int v : order) {
      classes.classOf[v] = classes.find(v);
    }
    return classes;
  }

  private int find(int v) {
    if (rows.size(v) < 2) {
      int entry = rows.size(v) == 0 ? ofShort.length - 1 : rows.target[rows.start[v]];
      if (ofShort[entry] == NONE) {
        ofShort[entry] = create(v);
      }
      return ofShort[entry];
    }
    int rarest = rarest(v);
    return rowsWith.size(rarest) > FEW ? findByHash(v) : findAmong(rarest, v);
  }

  /** The entry of a row that is in the fewest rows. */
  private int rarest(int v) {
    int rarest = rows.target[rows.start[v]];
    for (int e = rows.start[v] + 1; e < rows.start[v + 1]; e++) {
      rarest = rowsWith.size(rows.target[e]) < rowsWith.size(rarest) ? rows.target[e] : rarest;
    }
    return rarest;
  }

  private int findAmong(int entry, int v) {
    for (int i = rowsWith.start[entry]; i < rowsWith.start[entry + 1]; i++) {
      int w = rowsWith.target[i];
      if (classOf[w] != NONE && equalRows(v, w)) {
        return classOf[w];
      }
    }
    return create(v);
  }

  private int create(int v) {
    member[count] = v;
    return count++;
  }

  private int findByHash(int v) {
    if (table.length == 0) {
      table = IndexTable.empty(Integer.highestOneBit(Math.max(8, rows.rowCount())) * 4);
    }
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
