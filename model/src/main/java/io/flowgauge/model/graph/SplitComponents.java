package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

import java.util.Arrays;

/**
 * The split components of a biconnected graph: lists of real and virtual edges. A virtual edge
 * belongs to two components and marks where they are joined.
 */
final class SplitComponents {

  /** The ends of each edge, virtual ones included, in no particular order. */
  final int[] from;

  final int[] to;
  private final int realEdges;
  private int[] edges;
  private int size;
  private int[] start = new int[16];
  private int count;

  /** The components of each edge; real edges have one, virtual ones two. */
  private final int[] firstComponent;

  private final int[] secondComponent;

  /**
   * Creates an empty list that shares its arrays of ends with a search, which adds virtual edges to
   * them.
   */
  SplitComponents(int realEdges, int[] from, int[] to) {
    this.realEdges = realEdges;
    this.from = from;
    this.to = to;
    edges = new int[Math.max(16, 2 * realEdges)];
    firstComponent = IndexTable.empty(from.length);
    secondComponent = IndexTable.empty(from.length);
  }

  void begin() {
    if (count + 2 >= start.length) {
      start = Arrays.copyOf(start, 2 * start.length);
    }
    start[count + 1] = start[count];
    count++;
  }

  /** Adds an edge to the component begun last. */
  void add(int edge) {
    if (size == edges.length) {
      edges = Arrays.copyOf(edges, 2 * size);
    }
    edges[size++] = edge;
    start[count] = size;
    if (firstComponent[edge] == NONE) {
      firstComponent[edge] = count - 1;
    } else {
      secondComponent[edge] = count - 1;
    }
  }

  int count() {
    return count;
  }

  int begin(int component) {
    return start[component];
  }

  int end(int component) {
    return start[component + 1];
  }

  int edge(int index) {
    return edges[index];
  }

  boolean isVirtual(int edge) {
    return edge >= realEdges;
  }

  int componentOf(int edge) {
    return firstComponent[edge];
  }

  /** The other component of a virtual edge. */
  int otherComponent(int edge, int component) {
    return firstComponent[edge] == component ? secondComponent[edge] : firstComponent[edge];
  }
}
