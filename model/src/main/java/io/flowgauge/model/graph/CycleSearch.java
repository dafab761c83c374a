package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

import java.util.Arrays;

/** Finds a readable cycle among the nodes that a topological sort could not place. */
final class CycleSearch {
  private final Adjacency successors;
  private final Adjacency predecessors;
  private final int[] missing;

  /**
   * @param missing how many predecessors of each node were not placed; above zero exactly for the
   *     nodes that were not placed themselves
   */
  CycleSearch(Adjacency successors, Adjacency predecessors, int[] missing) {
    this.successors = successors;
    this.predecessors = predecessors;
    this.missing = missing;
  }

  /** A cycle in edge order, starting at its smallest node. */
  int[] find() {
    return rotated(shortestThrough(smallest(anyCycle())));
  }

  /**
   * Finds a cycle by walking backwards: every unplaced node has an unplaced predecessor, so the
   * walk must reach a node twice.
   */
  private int[] anyCycle() {
    int[] seenAt = IndexTable.empty(missing.length);
    int[] walk = new int[missing.length];
    int length = 0;
    int v = firstUnplaced();
    while (seenAt[v] == NONE) {
      seenAt[v] = length;
      walk[length++] = v;
      v = unplacedPredecessor(v);
    }
    return Arrays.copyOfRange(walk, seenAt[v], length);
  }

  private int firstUnplaced() {
    int v = 0;
    while (missing[v] == 0) {
      v++;
    }
    return v;
  }

  private int unplacedPredecessor(int v) {
    int e = predecessors.start[v];
    while (missing[predecessors.target[e]] == 0) {
      e++;
    }
    return predecessors.target[e];
  }

  private static int smallest(int[] nodes) {
    return Arrays.stream(nodes).min().orElseThrow();
  }

  /** Breadth-first search from a node that is known to lie on a cycle, back to itself. */
  private int[] shortestThrough(int origin) {
    int[] cameFrom = IndexTable.empty(missing.length);
    int[] queue = new int[missing.length + 1];
    int tail = 0;
    queue[tail++] = origin;
    for (int head = 0; cameFrom[origin] == NONE; head++) {
      int v = queue[head];
      for (int e = successors.start[v]; e < successors.start[v + 1]; e++) {
        int w = successors.target[e];
        if (cameFrom[w] == NONE) {
          cameFrom[w] = v;
          queue[tail++] = w;
        }
      }
    }
    return traceBack(origin, cameFrom);
  }

  private static int[] traceBack(int origin, int[] cameFrom) {
    int length = 1;
    for (int v = cameFrom[origin]; v != origin; v = cameFrom[v]) {
      length++;
    }
    int[] cycle = new int[length];
    int v = origin;
    for (int i = length - 1; i >= 0; i--) {
      v = cameFrom[v];
      cycle[i] = v;
    }
    return cycle;
  }

  private static int[] rotated(int[] cycle) {
    int first = 0;
    for (int i = 1; i < cycle.length; i++) {
      if (cycle[i] < cycle[first]) {
        first = i;
      }
    }
    int[] rotated = new int[cycle.length];
    System.arraycopy(cycle, first, rotated, 0, cycle.length - first);
    System.arraycopy(cycle, 0, rotated, cycle.length - first, first);
    return rotated;
  }
}
