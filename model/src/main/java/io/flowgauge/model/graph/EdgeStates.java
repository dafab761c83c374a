package io.flowgauge.model.graph;

/** State of each edge during the transitive reduction of a graph. Not thread-safe. */
final class EdgeStates {

  private static final byte NEEDED = 0;
  private static final byte OPEN = 1;
  private static final byte IMPLIED = 2;

  private final byte[] state;
  private int open;
  private int implied;

  private EdgeStates(int edges) {
    state = new byte[edges];
  }

  /**
   * Opens the edges that another path could imply: those that skip a level, whose source has other
   * successors and whose target has other predecessors.
   */
  static EdgeStates of(RankedGraph graph) {
    EdgeStates states = new EdgeStates(graph.edgeCount());
    for (int e = 0; e < graph.edgeCount(); e++) {
      int u = graph.source[e];
      int v = graph.successors.target[e];
      if (canBeImplied(graph.level[v] - graph.level[u], graph, u, v)) {
        states.state[e] = OPEN;
        states.open++;
      }
    }
    return states;
  }

  private static boolean canBeImplied(int levels, RankedGraph graph, int u, int v) {
    return levels > 1 && graph.successors.size(u) > 1 && graph.predecessors.size(v) > 1;
  }

  boolean isOpen(int edge) {
    return state[edge] == OPEN;
  }

  boolean isImplied(int edge) {
    return state[edge] == IMPLIED;
  }

  /** Settles an edge that is open; has no effect on one that was settled before. */
  void settle(int edge, boolean impliedByOthers) {
    if (state[edge] == OPEN) {
      state[edge] = impliedByOthers ? IMPLIED : NEEDED;
      open--;
      implied += impliedByOthers ? 1 : 0;
    }
  }

  int openCount() {
    return open;
  }

  int impliedCount() {
    return implied;
  }
}
