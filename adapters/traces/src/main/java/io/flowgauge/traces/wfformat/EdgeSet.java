package io.flowgauge.traces.wfformat;

import java.util.Arrays;

/**
 * Pairs of tasks, each once and in the order in which they were first added, in a fifth of the
 * space of a set of objects. Not thread-safe.
 */
final class EdgeSet {
  private static final int INDEX_BITS = 32;
  private static final int LEAST_PLACES = 16;

  /** The golden ratio's bits: spreads pairs of near numbers over all places. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private long[] edges = new long[LEAST_PLACES / 2];

  /** Indices into {@link #edges} plus 1, by the hash of the edge; 0 where there is none. */
  private int[] places = new int[LEAST_PLACES];

  private int size;

  /** Adds an edge from one task to another, by their indices, unless it is there. */
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

  /** Where an edge is, or where there is room for it. */
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

  /** Whether an edge of another set is in this one, too. */
  boolean contains(EdgeSet other, int k) {
    return places[place(other.edges[k])] != 0;
  }

  int size() {
    return size;
  }

  /** Index of the task that an edge comes from. */
  int from(int k) {
    return (int) (edges[k] >>> INDEX_BITS);
  }

  /** Index of the task that an edge goes to. */
  int to(int k) {
    return (int) edges[k];
  }
}
