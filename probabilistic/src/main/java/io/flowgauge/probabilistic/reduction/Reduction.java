package io.flowgauge.probabilistic.reduction;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.model.graph.Decomposition;
import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.model.graph.TransitiveReduction;
import io.flowgauge.workflow.RegionKind;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The reduction of a graph: its tree of regions, and its core, the graph that remains if every
 * maximal series-parallel region is replaced by one node. It does not depend on durations, so one
 * reduction serves all laws and modes. Immutable and thread-safe.
 */
public final class Reduction {
  private static final int NONE = -1;

  private final Dag reduced;
  private final RegionTree tree;
  private final boolean[] irregular;

  /** For each node of the graph, the node of the core that contains it. */
  private final int[] coreOf;

  private final Dag core;

  /** Reduces a graph. */
  public Reduction(Dag dag) {
    TransitiveReduction reduction = TransitiveReduction.of(dag);
    reduced = reduction.dag();
    tree = Decomposition.of(reduction);
    irregular = irregular(tree);
    int[] group = new int[tree.size()];
    Arrays.fill(group, NONE);
    int groups = number(group);
    coreOf = IntStream.range(0, tree.activityCount()).map(a -> group[tree.leaf(a)]).toArray();
    core = contracted(groups);
  }

  /**
   * Flags the regions that are or contain irregular ones; members have higher numbers than their
   * region.
   */
  private static boolean[] irregular(RegionTree tree) {
    boolean[] irregular = new boolean[tree.size()];
    for (int region = irregular.length - 1; region >= 0; region--) {
      irregular[region] |= tree.kind(region) == RegionKind.IRREGULAR;
      if (irregular[region] && region > 0) {
        irregular[tree.parent(region)] = true;
      }
    }
    return irregular;
  }

  private int number(int[] group) {
    int groups = 0;
    if (!irregular[0]) {
      group[0] = groups++;
    }
    for (int region = 0; region < group.length; region++) {
      if (group[region] == NONE) {
        groups = numberMembers(region, group, groups);
      } else {
        for (int member : tree.members(region)) {
          group[member] = group[region];
        }
      }
    }
    return groups;
  }

  /**
   * Assigns core nodes to the members of a region that has irregular ones inside: regular
   * neighbours in a sequence share a node, as do all regular members of a parallel section; members
   * of an irregular region do not.
   */
  private int numberMembers(int region, int[] group, int first) {
    int groups = first;
    int open = NONE;
    for (int child : tree.members(region)) {
      if (irregular[child]) {
        open = tree.kind(region) == RegionKind.SEQUENCE ? NONE : open;
      } else if (open == NONE || tree.kind(region) == RegionKind.IRREGULAR) {
        open = groups++;
        group[child] = open;
      } else {
        group[child] = open;
      }
    }
    return groups;
  }

  private Dag contracted(int groups) {
    Dag dag = reduced;
    int[] from = new int[dag.edgeCount()];
    int[] to = new int[dag.edgeCount()];
    int edges = 0;
    for (int v = 0; v < dag.nodeCount(); v++) {
      for (int k = 0; k < dag.successorCount(v); k++) {
        int w = dag.successor(v, k);
        if (coreOf[v] != coreOf[w]) {
          from[edges] = coreOf[v];
          to[edges++] = coreOf[w];
        }
      }
    }
    return Dag.of(groups, from, to, edges);
  }

  /** Returns the whole graph without transitive edges. */
  public Dag reduced() {
    return reduced;
  }

  /**
   * Returns the core, with one node for each maximal series-parallel region; a single node if the
   * whole graph is such a region.
   */
  public Dag core() {
    return core;
  }

  /** Whether the graph has no irregular region. */
  public boolean isSeriesParallel() {
    return core.nodeCount() <= 1;
  }

  /**
   * Returns the shape of each node of the core.
   *
   * @param shapes the known shapes; those of regions are added
   * @param leaf the shape of each node of the graph
   */
  public int[] coreShapes(Shapes shapes, int[] leaf) {
    int[] shape = new int[tree.size()];
    int[] ofCore = new int[core.nodeCount()];
    Arrays.fill(ofCore, NONE);
    for (int region = shape.length - 1; region >= 0; region--) {
      if (!irregular[region]) {
        shape[region] = shape(region, shape, shapes, leaf);
      }
    }
    for (int region = 0; region < shape.length; region++) {
      if (irregular[region]) {
        putMembers(region, shape, shapes, ofCore);
      }
    }
    if (core.nodeCount() == 1) {
      ofCore[0] = shape[0];
    }
    return ofCore;
  }

  /**
   * Returns the shape of the whole graph.
   *
   * @param shapes the known shapes; those of regions are added
   * @param leaf the shape of each node of the graph
   */
  public int rootShape(Shapes shapes, int[] leaf) {
    int[] shape = new int[tree.size()];
    for (int region = shape.length - 1; region >= 0; region--) {
      shape[region] = shape(region, shape, shapes, leaf);
    }
    return shape[0];
  }

  private int shape(int region, int[] shape, Shapes shapes, int[] leaf) {
    if (tree.kind(region) == RegionKind.ACTIVITY) {
      return leaf[tree.activity(region)];
    }
    int[] members = Arrays.stream(tree.members(region)).map(member -> shape[member]).toArray();
    return tree.kind(region) == RegionKind.IRREGULAR
        ? shapes.irregular(tree.quotient(region), members)
        : shapes.region(tree.kind(region), members);
  }

  /** Combines runs of members that share a node of the core into one shape. */
  private void putMembers(int region, int[] shape, Shapes shapes, int[] ofCore) {
    int[] members = tree.members(region);
    int[] run = new int[members.length];
    int size = 0;
    int node = NONE;
    for (int k = 0; k <= members.length; k++) {
      int child = k < members.length ? members[k] : NONE;
      if (child != NONE && irregular[child]) {
        continue;
      }
      int next = child == NONE ? NONE : coreOf[anyNode(child)];
      if (next != node && size > 0) {
        ofCore[node] = shapes.region(tree.kind(region), Arrays.copyOf(run, size));
        size = 0;
      }
      node = next;
      if (child != NONE) {
        run[size++] = shape[child];
      }
    }
  }

  private int anyNode(int region) {
    int at = region;
    while (tree.kind(at) != RegionKind.ACTIVITY) {
      at++;
    }
    return tree.activity(at);
  }
}
