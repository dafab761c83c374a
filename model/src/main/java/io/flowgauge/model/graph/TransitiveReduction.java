package io.flowgauge.model.graph;

import static java.util.Objects.requireNonNull;

/**
 * A graph without the edges that its other edges imply.
 *
 * <pre>{@code
 * Dag triangle = Dag.of(3, new int[] {0, 1, 0}, new int[] {1, 2, 2});
 * TransitiveReduction reduction = TransitiveReduction.of(triangle);
 * System.out.println(reduction.dag().hasEdge(0, 2)); // false: 0 -> 1 -> 2 implies it
 * System.out.println(reduction); // TransitiveReduction[removed=1, undecided=0]
 * }</pre>
 *
 * <p>An edge {@code u -> v} is implied if {@code v} can also be reached from {@code u} through
 * other nodes. Whether that is so is decided exactly, in three stages of growing cost: bit sets for
 * edges that span little of a topological order, pruned search for edges that span more, and bit
 * sets again for edges that the search could not settle. No general method takes linear time, so
 * each stage has a budget of work proportional to the size of the graph. An edge still open after
 * the last is kept and counted: the result then has the same reachability, but may hold implied
 * edges. That happens to large graphs with many long, unstructured edges; graphs of up to about
 * 100,000 nodes and a million edges are always reduced completely.
 *
 * <p>Immutable and thread-safe.
 */
public final class TransitiveReduction {

  /** Word operations per node and edge for the first stage. */
  private static final long NEAR_WORDS = 100;

  /** Search steps per node and edge for the second stage. */
  private static final long SEARCH_STEPS = 3;

  /**
   * Word operations for the last stage: enough to complete any graph of 100,000 nodes and a million
   * edges.
   */
  private static final long LAST_WORDS = 1_600_000_000;

  private final Dag dag;
  private final int removedEdges;
  private final int undecidedEdges;

  private TransitiveReduction(Dag dag, int removedEdges, int undecidedEdges) {
    this.dag = dag;
    this.removedEdges = removedEdges;
    this.undecidedEdges = undecidedEdges;
  }

  /** Reduces a graph. */
  public static TransitiveReduction of(Dag dag) {
    requireNonNull(dag, "dag");
    if (!mayHoldImpliedEdges(dag)) {
      return new TransitiveReduction(dag, 0, 0);
    }
    RankedGraph graph = RankedGraph.of(dag);
    EdgeStates states = EdgeStates.of(graph);
    long size = (long) graph.size() + graph.edgeCount();
    ReachabilityBlocks blocks = new ReachabilityBlocks(graph, states);
    blocks.settle(NEAR_WORDS * size);
    ReachabilitySearch.settle(graph, states, SEARCH_STEPS * size);
    blocks.settle(LAST_WORDS);
    Dag reduced = states.impliedCount() == 0 ? dag : reduced(graph, states);
    return new TransitiveReduction(reduced, states.impliedCount(), states.openCount());
  }

  /** Whether an edge skips a level; an edge from one level to the next is never implied. */
  private static boolean mayHoldImpliedEdges(Dag dag) {
    Adjacency rows = dag.successors();
    for (int v = 0; v < dag.nodeCount(); v++) {
      for (int e = rows.start[v]; e < rows.start[v + 1]; e++) {
        if (dag.level(rows.target[e]) - dag.level(v) > 1) {
          return true;
        }
      }
    }
    return false;
  }

  private static Dag reduced(RankedGraph graph, EdgeStates states) {
    int kept = graph.edgeCount() - states.impliedCount();
    int[] from = new int[kept];
    int[] to = new int[kept];
    int count = 0;
    for (int e = 0; e < graph.edgeCount(); e++) {
      if (!states.isImplied(e)) {
        from[count] = graph.nodeAt[graph.source[e]];
        to[count++] = graph.nodeAt[graph.successors.target[e]];
      }
    }
    return Dag.of(graph.size(), from, to);
  }

  /** The reduced graph, on the same nodes; the given one itself if nothing was removed. */
  public Dag dag() {
    return dag;
  }

  /** How many edges were removed: at least zero. */
  public int removedEdges() {
    return removedEdges;
  }

  /**
   * How many edges were kept although it is not known that they are needed: zero if the reduction
   * is complete.
   */
  public int undecidedEdges() {
    return undecidedEdges;
  }

  /**
   * One line with the counts of removed and undecided edges: text such as {@code
   * TransitiveReduction[removed=1, undecided=0]}.
   */
  @Override
  public String toString() {
    return "TransitiveReduction[removed=" + removedEdges + ", undecided=" + undecidedEdges + "]";
  }
}
