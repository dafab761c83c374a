package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

/** For each vertex a doubly linked list of the numbers of the vertices whose fronds enter it. */
final class HighPoints {
  private final int[] first;
  private final int[] last;
  private final int[] previous;
  private final int[] next;
  private final int[] value;

  /** The entry of each frond. */
  private final int[] entryOf;

  private int size;

  HighPoints(int vertices, int edges) {
    first = IndexTable.empty(vertices);
    last = IndexTable.empty(vertices);
    previous = new int[edges];
    next = new int[edges];
    value = new int[edges];
    entryOf = IndexTable.empty(edges);
  }

  /** The first number in the list of a vertex; zero if there is none. */
  int high(int v) {
    return first[v] == NONE ? 0 : value[first[v]];
  }

  void append(int v, int frond, int number) {
    int entry = create(frond, number);
    previous[entry] = last[v];
    next[entry] = NONE;
    link(v, entry);
  }

  void prepend(int v, int frond, int number) {
    int entry = create(frond, number);
    previous[entry] = NONE;
    next[entry] = first[v];
    link(v, entry);
  }

  private int create(int frond, int number) {
    value[size] = number;
    entryOf[frond] = size;
    return size++;
  }

  private void link(int v, int entry) {
    if (previous[entry] == NONE) {
      first[v] = entry;
    } else {
      next[previous[entry]] = entry;
    }
    if (next[entry] == NONE) {
      last[v] = entry;
    } else {
      previous[next[entry]] = entry;
    }
  }

  /** Removes a frond that enters {@code v} from the list if it is there. */
  void remove(int v, int frond) {
    int entry = entryOf[frond];
    if (entry == NONE) {
      return;
    }
    entryOf[frond] = NONE;
    if (previous[entry] == NONE) {
      first[v] = next[entry];
    } else {
      next[previous[entry]] = next[entry];
    }
    if (next[entry] == NONE) {
      last[v] = previous[entry];
    } else {
      previous[next[entry]] = previous[entry];
    }
  }

  boolean contains(int frond) {
    return entryOf[frond] != NONE;
  }

  /** Gives the entry of a frond to the virtual edge that replaces it. */
  void transfer(int frond, int replacement) {
    entryOf[replacement] = entryOf[frond];
    entryOf[frond] = NONE;
  }
}
