package io.flowgauge.traces.wfformat;

import java.util.Arrays;

/**
 * Distinct pairs of tasks in the order of their first addition, in a fifth of the space of a set of
 * objects. Not thread-safe.
 */
final class EdgeSet {
  private static final int INDEX_BITS = 32;
  private static final int LEAST_PLACES = 16;

  /** Bits of the golden ratio, which spread pairs of near numbers over all places. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private long[] edges = new long[LEAST_PLACES / 2];

  /** Indices into {@link #edges} plus 1, by the hash of the edge; 0 if the place is free. */
  private int[] places = new int[LEAST_PLACES];

  private int size;

  /** Adds an edge between two tasks, given by their indices, unless it exists. */
  void add(int from, int to) {
    add(((long) from << INDEX_BITS) | to);
  }

  void addAll(EdgeSet others) {
    for (int k = 0; k < others.size; k++) {
      add(others.edges[k]);
    }
  }

  private void add(long edge) {
    int place = place(edge);
    if (places[place] != 0) {
      return;
    }
    if (size == edges.length) {
      grow();
      place = place(edge);
    }
    edges[size++] = edge;
    places[place] = size;
  }

  /** Returns the place of an edge, or a free place for it. */
  private int place(long edge) {
    int mask = places.length - 1;
    int place = (int) ((edge * SPREAD) >>> INDEX_BITS) & mask;
    while (places[place] != 0 && edges[places[place] - 1] != edge) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    edges = Arrays.copyOf(edges, 2 * size);
    places = new int[2 * places.length];
    for (int k = 0; k < size; k++) {
      places[place(edges[k])] = k + 1;
    }
  }

  /** Whether the k-th edge of another set is in this one. */
  boolean contains(EdgeSet other, int k) {
    return places[place(other.edges[k])] != 0;
  }

  int size() {
    return size;
  }

  /** Returns the index of the task at which an edge starts. */
  int from(int k) {
    return (int) (edges[k] >>> INDEX_BITS);
  }

  /** Returns the index of the task at which an edge ends. */
  int to(int k) {
    return (int) edges[k];
  }
}
