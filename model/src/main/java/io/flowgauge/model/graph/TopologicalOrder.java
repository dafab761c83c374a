package io.flowgauge.model.graph;

/** The nodes of an acyclic graph by level, and within a level by when they become ready. */
final class TopologicalOrder {

  final int[] order;
  final int[] level;
  final int levelCount;
  final int width;

  private TopologicalOrder(int[] order, int[] level) {
    this.order = order;
    this.level = level;
    this.levelCount = order.length == 0 ? 0 : level[order[order.length - 1]] + 1;
    this.width = widest(order, level);
  }

  /**
   * Orders the nodes by Kahn's algorithm with a first-in-first-out queue. It places them in
   * ascending order of level, because a node becomes ready when its last predecessor, one of the
   * level below, is placed.
   *
   * @throws CycleException if there is a cycle
   */
  static TopologicalOrder of(Adjacency successors, Adjacency predecessors) {
    int n = successors.rowCount();
    int[] missing = new int[n];
    int[] level = new int[n];
    int[] order = new int[n];
    int ready = 0;
    for (int v = 0; v < n; v++) {
      missing[v] = predecessors.size(v);
      if (missing[v] == 0) {
        order[ready++] = v;
      }
    }
    for (int placed = 0; placed < ready; placed++) {
      int v = order[placed];
      for (int e = successors.start[v]; e < successors.start[v + 1]; e++) {
        int w = successors.target[e];
        if (--missing[w] == 0) {
          level[w] = level[v] + 1;
          order[ready++] = w;
        }
      }
    }
    if (ready < n) {
      throw new CycleException(new CycleSearch(successors, predecessors, missing).find());
    }
    return new TopologicalOrder(order, level);
  }

  /** The inverse of {@link #order}. */
  int[] positions() {
    int[] position = new int[order.length];
    for (int p = 0; p < order.length; p++) {
      position[order[p]] = p;
    }
    return position;
  }

  private static int widest(int[] order, int[] level) {
    int widest = 0;
    int first = 0;
    for (int p = 0; p < order.length; p++) {
      if (level[order[p]] != level[order[first]]) {
        first = p;
      }
      widest = Math.max(widest, p - first + 1);
    }
    return widest;
  }
}
