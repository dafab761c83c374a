package io.flowgauge.traces.nextflow;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Rows by a text that can be told from each, the first of several with one text. A hash table of
 * nothing but the rows, since a map of Java's and its texts take as much space as the rows do. Rows
 * without a free place near their own, as when hashes were made equal on purpose, go to such a map.
 * Not thread-safe.
 */
final class RowIndex {
  private static final int FIRST_CAPACITY = 1 << 6;

  /** How many places are tried, from the one of the hash on. */
  private static final int TRIED = 32;

  private final Function<TaskRow, String> text;
  private final Map<String, TaskRow> crowded = new HashMap<>();

  /** At most half of the places are taken. */
  private TaskRow[] rows = new TaskRow[FIRST_CAPACITY];

  /** Hashes of the texts of the rows. */
  private int[] hashes = new int[FIRST_CAPACITY];

  private int size;

  RowIndex(Function<TaskRow, String> text) {
    this.text = text;
  }

  /** The first row of a text, or null. */
  TaskRow get(String of) {
    int place = place(of, hash(of));
    return place < 0 ? crowded.get(of) : rows[place];
  }

  /**
   * Adds a row unless there is one of its text.
   *
   * @param of its text
   * @return the row that there was, or null
   */
  TaskRow putIfAbsent(String of, TaskRow row) {
    int hash = hash(of);
    int place = place(of, hash);
    if (place < 0) {
      return crowded.putIfAbsent(of, row);
    }
    TaskRow first = rows[place];
    if (first == null) {
      rows[place] = row;
      hashes[place] = hash;
      if (2 * ++size > rows.length) {
        grow();
      }
    }
    return first;
  }

  private static int hash(String of) {
    int hash = of.hashCode() * 0x9E3779B9;
    return hash ^ hash >>> 16;
  }

  /** The place of a text, taken by its row or free; -1 if there is none near that of its hash. */
  private int place(String of, int hash) {
    for (int k = 0; k < TRIED; k++) {
      int at = hash + k & rows.length - 1;
      if (rows[at] == null || (hashes[at] == hash && text.apply(rows[at]).equals(of))) {
        return at;
      }
    }
    return -1;
  }

  private void grow() {
    TaskRow[] all = rows;
    int[] known = hashes;
    rows = new TaskRow[2 * all.length];
    hashes = new int[rows.length];
    for (int k = 0; k < all.length; k++) {
      if (all[k] != null) {
        move(all[k], known[k]);
      }
    }
  }

  private void move(TaskRow row, int hash) {
    for (int k = 0; k < TRIED; k++) {
      int at = hash + k & rows.length - 1;
      if (rows[at] == null) {
        rows[at] = row;
        hashes[at] = hash;
        return;
      }
    }
    crowded.put(text.apply(row), row);
  }
}
