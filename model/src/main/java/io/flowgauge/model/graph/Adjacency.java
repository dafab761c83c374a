package io.flowgauge.model.graph;

import java.util.Arrays;

/**
 * Rows of integers in two arrays (compressed sparse rows): row {@code v} is {@code
 * target[start[v]..start[v + 1])}.
 *
 * <p>Immutable by convention: its arrays are accessible, but no code in this package writes to
 * them.
 */
final class Adjacency {

  final int[] start;
  final int[] target;

  Adjacency(int[] start, int[] target) {
    this.start = start;
    this.target = target;
  }

  /** Puts {@code value[i]} into row {@code key[i]} for every {@code i < count}, keeping order. */
  static Adjacency group(int rows, int[] key, int[] value, int count) {
    return group(rows, key, value, 0, count);
  }

  /** Does the same for every {@code i} from {@code from} up to but excluding {@code to}. */
  static Adjacency group(int rows, int[] key, int[] value, int from, int to) {
    int[] start = new int[rows + 1];
    for (int i = from; i < to; i++) {
      start[key[i]]++;
    }
    toEnds(start);
    int[] target = new int[to - from];
    for (int i = to - 1; i >= from; i--) {
      target[--start[key[i]]] = value[i];
    }
    return new Adjacency(start, target);
  }

  /** Turns the sizes of rows into their ends, which become their starts as the rows are filled. */
  private static void toEnds(int[] sizes) {
    for (int row = 1; row < sizes.length; row++) {
      sizes[row] += sizes[row - 1];
    }
  }

  /**
   * Returns the reversed relation. Its rows are in ascending order, whatever the order of these
   * rows.
   */
  Adjacency transposed() {
    int rows = rowCount();
    int[] reversedStart = new int[rows + 1];
    for (int t : target) {
      reversedStart[t]++;
    }
    toEnds(reversedStart);
    int[] reversed = new int[target.length];
    for (int v = rows - 1; v >= 0; v--) {
      for (int e = start[v]; e < start[v + 1]; e++) {
        reversed[--reversedStart[target[e]]] = v;
      }
    }
    return new Adjacency(reversedStart, reversed);
  }

  /** Returns these rows, which must be in ascending order, without repeated entries. */
  Adjacency withoutRepeats() {
    return hasRepeats() ? distinct() : this;
  }

  private boolean hasRepeats() {
    for (int v = 0; v < rowCount(); v++) {
      for (int e = start[v] + 1; e < start[v + 1]; e++) {
        if (target[e] == target[e - 1]) {
          return true;
        }
      }
    }
    return false;
  }

  private Adjacency distinct() {
    int rows = rowCount();
    int[] distinctStart = new int[rows + 1];
    int[] distinct = new int[target.length];
    int size = 0;
    for (int v = 0; v < rows; v++) {
      for (int e = start[v]; e < start[v + 1]; e++) {
        if (e == start[v] || target[e] != target[e - 1]) {
          distinct[size++] = target[e];
        }
      }
      distinctStart[v + 1] = size;
    }
    return new Adjacency(distinctStart, Arrays.copyOf(distinct, size));
  }

  int rowCount() {
    return start.length - 1;
  }

  int size(int v) {
    return start[v + 1] - start[v];
  }
}
