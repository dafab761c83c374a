package io.flowgauge.model.graph;

import java.util.Arrays;

/**
 * Rows of integers in two arrays (compressed sparse rows): row {@code v} is {@code
 * target[start[v]..start[v + 1])}.
 *
 * <p>Immutable by convention: it hands out its arrays, and nobody in this package writes to them.
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
    int[] start = new int[rows + 1];
    for (int i = 0; i < count; i++) {
      start[key[i] + 1]++;
    }
    for (int row = 0; row < rows; row++) {
      start[row + 1] += start[row];
    }
    int[] next = Arrays.copyOf(start, rows);
    int[] target = new int[count];
    for (int i = 0; i < count; i++) {
      target[next[key[i]]++] = value[i];
    }
    return new Adjacency(start, target);
  }

  /** The reversed relation; its rows are ascending whatever the order of these rows. */
  Adjacency transposed() {
    int rows = rowCount();
    int[] reversedStart = new int[rows + 1];
    for (int t : target) {
      reversedStart[t + 1]++;
    }
    for (int v = 0; v < rows; v++) {
      reversedStart[v + 1] += reversedStart[v];
    }
    int[] next = Arrays.copyOf(reversedStart, rows);
    int[] reversed = new int[target.length];
    for (int v = 0; v < rows; v++) {
      for (int e = start[v]; e < start[v + 1]; e++) {
        reversed[next[target[e]]++] = v;
      }
    }
    return new Adjacency(reversedStart, reversed);
  }

  /** These rows, which must be ascending, without repeated entries. */
  Adjacency withoutRepeats() {
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
    return size == target.length
        ? this
        : new Adjacency(distinctStart, Arrays.copyOf(distinct, size));
  }

  int rowCount() {
    return start.length - 1;
  }

  int size(int v) {
    return start[v + 1] - start[v];
  }
}
