package io.flowgauge.model.graph;

import static java.util.Objects.requireNonNull;

import io.flowgauge.workflow.RegionKind;

/**
 * Finds the regions of a graph: activities in sequence, in parallel, or joined irregularly.
 *
 * <pre>{@code
 * Dag diamond = Dag.of(4, new int[] {0, 0, 1, 2}, new int[] {1, 2, 3, 3});
 * RegionTree tree = Decomposition.of(diamond); // 0, then 1 and 2, then 3
 * System.out.println(tree.kind(0)); // SEQUENCE
 * System.out.println(tree.kind(2)); // PARALLEL
 * System.out.println(tree); // RegionTree[6 regions, 4 activities]
 * }</pre>
 *
 * <p>The tree depends only on the order that the edges imply. A <em>module</em> is a set of nodes
 * that no outside node distinguishes: each outside node precedes all of them, follows all of them,
 * or is unrelated to all of them. The regions are the modules that overlap no other module, which
 * form a tree (the modular decomposition of the order):
 *
 * <ul>
 *   <li>a {@link RegionKind#SEQUENCE} has at least two members, in execution order, none of them a
 *       sequence: all of each member precedes all of the next;
 *   <li>a {@link RegionKind#PARALLEL} has at least two members, none of them parallel: nothing of
 *       one precedes anything of another;
 *   <li>an {@link RegionKind#IRREGULAR} has at least four members, whose order, the {@link
 *       RegionTree#quotient}, has no module but itself and single members. So an irregular region
 *       nested in another one, in the place of a single activity, is found as a member of it.
 * </ul>
 *
 * <p>The members of a parallel or irregular region are ordered by their smallest node. A
 * series-parallel graph has no irregular region (Valdes, Tarjan, Lawler: The recognition of series
 * parallel digraphs, 1982); irregular regions are found as the triconnected components of the graph
 * with activities on arcs.
 *
 * <p>This holds if the transitive reduction is complete. Where {@link RegionTree#undecidedEdges()}
 * is not zero, every region is still a module of its kind, but an irregular one may be coarser than
 * necessary. The empty graph is one sequence without members. Beyond the reduction, time and memory
 * are linear (time in expectation, for hashing). Stateless.
 */
public final class Decomposition {

  private Decomposition() {}

  /** Decomposes a graph after reducing it transitively. */
  public static RegionTree of(Dag dag) {
    return of(TransitiveReduction.of(dag));
  }

  /** Decomposes a graph that has been reduced already. */
  public static RegionTree of(TransitiveReduction reduction) {
    requireNonNull(reduction, "reduction");
    Dag dag = reduction.dag();
    RegionForest forest = new RegionForest(dag.nodeCount());
    int root = dag.nodeCount() == 0 ? forest.emptySequence() : root(reduction, forest);
    return new Preorder(forest, root).tree(reduction);
  }

  private static int root(TransitiveReduction reduction, RegionForest forest) {
    Rest rest = reduce(reduction, forest);
    if (rest.arcs().size == 0) {
      return rest.direct();
    }
    Core core = new Core(rest.arcs(), rest.junctionCount());
    return forest.parallel(rest.direct(), CoreDecomposer.decompose(core, forest));
  }

  /** What is left of a graph after series and parallel reductions. */
  private record Rest(ArcList arcs, int junctionCount, int direct) {}

  /** A separate method, so that its memory is free again when the core is decomposed. */
  private static Rest reduce(TransitiveReduction reduction, RegionForest forest) {
    JunctionGraph graph = JunctionGraph.of(reduction.dag());
    SeriesParallelReducer reducer =
        new SeriesParallelReducer(graph.arcs, graph.junctionCount, forest);
    reducer.reduce(reduction.undecidedEdges() > 0);
    int direct = reducer.direct();
    return new Rest(reducer.rest(), graph.junctionCount, direct);
  }
}
