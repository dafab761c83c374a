package io.flowgauge.model.graph;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Objects;

/**
 * A graph as a tree of regions: activities in sequence, in parallel, or joined irregularly.
 *
 * <pre>{@code
 * Dag diamond = Dag.of(4, new int[] {0, 0, 1, 2}, new int[] {1, 2, 3, 3});
 * Decomposition tree = Decomposition.of(diamond);
 * System.out.println(tree.kind(tree.root())); // SEQUENCE
 * System.out.println(tree.kind(tree.child(tree.root(), 1))); // PARALLEL
 * System.out.println(tree); // Decomposition[regions=6, irregular=0]
 * System.out.println(tree.describe()); // (0 ; (1 | 2) ; 3)
 * }</pre>
 *
 * <p>The tree depends only on the order that the edges imply. A <em>module</em> is a set of nodes
 * that no node outside tells apart: it precedes all of them, follows all of them, or neither. The
 * regions are the modules that overlap no other module, which form a tree (the modular
 * decomposition of the order):
 *
 * <ul>
 *   <li>a {@link RegionKind#SEQUENCE} has at least two members, in execution order, none of them a
 *       sequence: all of each member precedes all of the next;
 *   <li>a {@link RegionKind#PARALLEL} has at least two members, none of them parallel: nothing of
 *       one precedes anything of another;
 *   <li>an {@link RegionKind#IRREGULAR} has at least four members, whose order, the {@link
 *       #quotient}, has no module but itself and single members. So an irregular region in the
 *       place of one activity of another is found as a member of its own.
 * </ul>
 *
 * <p>The members of a parallel or irregular region are ordered by their smallest node. Regions are
 * numbered from the root down: a region comes before its members, all of which come before the next
 * region beside it. A series-parallel graph has no irregular region (Valdes, Tarjan, Lawler: The
 * recognition of series parallel digraphs, 1982); the others are found as the triconnected
 * components of the graph with activities on arcs.
 *
 * <p>This holds if the transitive reduction is complete. Where {@link
 * TransitiveReduction#undecidedEdges()} of {@link #reduction()} is not zero, every region is still
 * a module of its kind, but an irregular one may be coarser than it need be. The empty graph is one
 * sequence without members. Beyond the reduction, time and memory are linear (time in expectation,
 * for hashing).
 *
 * <p>All methods that take a region throw {@link IndexOutOfBoundsException} unless {@code 0 <=
 * region < regionCount()}. Immutable and thread-safe.
 */
public final class Decomposition {

  private final TransitiveReduction reduction;
  private final RegionKind[] kind;
  private final int[] parent;

  /** The node of an activity, or the place of an irregular region among the quotients. */
  private final int[] content;

  private final int[] regionOf;
  private final Adjacency children;
  private final Dag[] quotients;

  private Decomposition(TransitiveReduction reduction, RegionForest forest, int root) {
    RegionTree tree = new RegionTree(forest, root);
    this.reduction = reduction;
    this.kind = tree.kind;
    this.parent = tree.parent;
    this.content = tree.activity;
    this.regionOf = tree.regionOf;
    this.children = tree.children;
    this.quotients = quotients(forest.irregulars(), tree);
  }

  private Dag[] quotients(List<RegionForest.Irregular> irregulars, RegionTree tree) {
    Dag[] dags = new Dag[irregulars.size()];
    int[] place = tree.places();
    for (int i = 0; i < dags.length; i++) {
      content[tree.number[irregulars.get(i).region()]] = i;
      // If the members are all nodes, in their order, the graph is its own quotient.
      boolean isGraph = irregulars.get(i).order().memberCount() == reduction.dag().nodeCount();
      // An order can be as large as the graph, so it is let go before its graph is made.
      dags[i] =
          isGraph
              ? reduction.dag()
              : Dag.ofSuccessors(irregulars.set(i, null).order().successors(place));
    }
    return dags;
  }

  /**
   * Decomposes a graph; it is transitively reduced first.
   *
   * @param dag the graph
   * @return its regions
   */
  public static Decomposition of(Dag dag) {
    return of(TransitiveReduction.of(dag));
  }

  /**
   * Decomposes a graph that has been reduced already.
   *
   * @param reduction the reduced graph
   * @return its regions
   */
  public static Decomposition of(TransitiveReduction reduction) {
    requireNonNull(reduction, "reduction");
    Dag dag = reduction.dag();
    RegionForest forest = new RegionForest(dag.nodeCount());
    int root = dag.nodeCount() == 0 ? forest.emptySequence() : root(reduction, forest);
    return new Decomposition(reduction, forest, root);
  }

  private static int root(TransitiveReduction reduction, RegionForest forest) {
    Rest rest = reduce(reduction, forest);
    if (rest.arcs().size == 0) {
      return rest.direct();
    }
    Core core = new Core(rest.arcs(), rest.junctionCount());
    return forest.parallel(rest.direct(), CoreDecomposer.decompose(core, forest));
  }

  /** What series and parallel reductions leave. */
  private record Rest(ArcList arcs, int junctionCount, int direct) {}

  /** Apart, so that what this takes is free again when the core is decomposed. */
  private static Rest reduce(TransitiveReduction reduction, RegionForest forest) {
    JunctionGraph graph = JunctionGraph.of(reduction.dag());
    SeriesParallelReducer reducer =
        new SeriesParallelReducer(graph.arcs, graph.junctionCount, forest);
    reducer.reduce(reduction.undecidedEdges() > 0);
    int direct = reducer.direct();
    return new Rest(reducer.rest(), graph.junctionCount, direct);
  }

  /**
   * The reduced graph that was decomposed.
   *
   * @return the reduction
   */
  public TransitiveReduction reduction() {
    return reduction;
  }

  /**
   * The number of regions, activities included.
   *
   * @return at least one
   */
  public int regionCount() {
    return kind.length;
  }

  /**
   * The region of the whole graph.
   *
   * @return zero, the first region
   */
  public int root() {
    return 0;
  }

  /**
   * The kind of a region.
   *
   * @param region a region
   * @return its kind
   */
  public RegionKind kind(int region) {
    return kind[region];
  }

  /**
   * The number of members of a region.
   *
   * @param region a region
   * @return zero for an activity, at least two otherwise; zero too for the empty graph's root
   */
  public int childCount(int region) {
    return children.size(region);
  }

  /**
   * A member of a region.
   *
   * @param region a region
   * @param k which member, from zero
   * @return the region that is the member
   * @throws IndexOutOfBoundsException unless {@code 0 <= k < childCount(region)}
   */
  public int child(int region, int k) {
    return children.target[children.start[region] + Objects.checkIndex(k, childCount(region))];
  }

  /**
   * The region that a region is a member of.
   *
   * @param region a region other than the root
   * @return the region around it
   * @throws IllegalArgumentException if the region is the root
   */
  public int parent(int region) {
    if (region == root()) {
      throw new IllegalArgumentException("region 0 is the root and has no parent");
    }
    return parent[region];
  }

  /**
   * The graph node that an activity stands for.
   *
   * @param region a region of kind {@link RegionKind#ACTIVITY}
   * @return the node
   * @throws IllegalArgumentException if the region is of another kind
   */
  public int activity(int region) {
    if (kind[region] != RegionKind.ACTIVITY) {
      throw new IllegalArgumentException(
          "region must be of kind ACTIVITY, but region " + region + " is " + kind[region]);
    }
    return content[region];
  }

  /**
   * The region of a graph node.
   *
   * @param node a node of the graph
   * @return the region of kind {@link RegionKind#ACTIVITY} that stands for it
   * @throws IndexOutOfBoundsException unless it is a node of the graph
   */
  public int regionOf(int node) {
    return regionOf[node];
  }

  /**
   * The order among the members of an irregular region, transitively reduced as far as the whole
   * graph is: node {@code k} is {@code child(region, k)}, and an edge says that all of one member
   * precedes all of another.
   *
   * @param region a region of kind {@link RegionKind#IRREGULAR}
   * @return a graph of {@code childCount(region)} nodes
   * @throws IllegalArgumentException if the region is of another kind
   */
  public Dag quotient(int region) {
    if (kind[region] != RegionKind.IRREGULAR) {
      throw new IllegalArgumentException(
          "region must be of kind IRREGULAR, but region " + region + " is " + kind[region]);
    }
    return quotients[content[region]];
  }

  /**
   * The number of irregular regions; zero exactly for a series-parallel graph.
   *
   * @return at least zero
   */
  public int irregularCount() {
    return quotients.length;
  }

  /**
   * Writes small trees for reading: sequences as {@code (0 ; 1)}, parallel sections as {@code (0 |
   * 1)}, irregular regions as {@code <0 1 2 3>}, activities as their nodes. Not abbreviated.
   *
   * @return one line of text
   */
  public String describe() {
    return new RegionText(this).toString();
  }

  /**
   * One line with the counts of regions.
   *
   * @return text such as {@code Decomposition[regions=6, irregular=0]}
   */
  @Override
  public String toString() {
    return "Decomposition[regions=" + regionCount() + ", irregular=" + irregularCount() + "]";
  }
}
