package io.flowgauge.model.graph;

/**
 * A graph renumbered along a topological order, so that every edge leads from a smaller rank to a
 * larger one and the rows of nearby ranks are close in memory.
 */
final class RankedGraph {

  final Adjacency successors;
  final Adjacency predecessors;
  final int[] nodeAt;
  final int[] level;

  /** The source of each edge; an edge is identified by its index in {@code successors.target}. */
  final int[] source;

  private RankedGraph(Dag dag, int[] nodeAt) {
    this.nodeAt = nodeAt;
    this.predecessors = renumbered(dag, nodeAt);
    this.successors = predecessors.transposed();
    this.level = new int[nodeAt.length];
    this.source = new int[dag.edgeCount()];
    for (int r = 0; r < nodeAt.length; r++) {
      level[r] = dag.level(nodeAt[r]);
      for (int e = successors.start[r]; e < successors.start[r + 1]; e++) {
        source[e] = r;
      }
    }
  }

  /**
   * Ranks the nodes of a graph. Keeps their own order if it is topological and makes edges shorter
   * than the order by levels does, because short edges are cheap to decide.
   */
  static RankedGraph of(Dag dag) {
    long asNumbered = 0;
    long byLevel = 0;
    Adjacency rows = dag.successors();
    for (int v = 0; v < dag.nodeCount(); v++) {
      for (int e = rows.start[v]; e < rows.start[v + 1]; e++) {
        int w = rows.target[e];
        if (w < v) {
          return new RankedGraph(dag, dag.order());
        }
        asNumbered += w - v;
        byLevel += dag.position(w) - dag.position(v);
      }
    }
    return new RankedGraph(dag, asNumbered < byLevel ? identity(dag.nodeCount()) : dag.order());
  }

  private static int[] identity(int n) {
    int[] identity = new int[n];
    for (int v = 0; v < n; v++) {
      identity[v] = v;
    }
    return identity;
  }

  /** The predecessors of each rank, in no particular order. */
  private static Adjacency renumbered(Dag dag, int[] nodeAt) {
    int n = nodeAt.length;
    int[] rank = new int[n];
    for (int r = 0; r < n; r++) {
      rank[nodeAt[r]] = r;
    }
    Adjacency rows = dag.predecessors();
    int[] start = new int[n + 1];
    int[] target = new int[rows.target.length];
    for (int r = 0; r < n; r++) {
      int v = nodeAt[r];
      int next = start[r];
      for (int e = rows.start[v]; e < rows.start[v + 1]; e++) {
        target[next++] = rank[rows.target[e]];
      }
      start[r + 1] = next;
    }
    return new Adjacency(start, target);
  }

  int size() {
    return nodeAt.length;
  }

  int edgeCount() {
    return source.length;
  }

  /** How many ranks an edge spans, at least one. */
  int span(int edge) {
    return successors.target[edge] - source[edge];
  }
}
