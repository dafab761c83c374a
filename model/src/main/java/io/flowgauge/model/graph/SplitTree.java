package io.flowgauge.model.graph;

import java.util.Arrays;

/**
 * The tree of the split components of a graph, rooted at the component with the reference arc, and
 * the regions they stand for: a polygon is a sequence, a bond is a parallel section, and a
 * triconnected component is an irregular region whose members are its arcs and the components below
 * it. Not thread-safe.
 */
final class SplitTree {

  private final RegionForest forest;
  private final int junctionCount;
  private final SplitComponents components;
  private final int[] from;
  private final int[] to;

  /**
   * The region that each edge stands for; for a virtual edge, the region of the components below
   * it.
   */
  private final int[] region;

  private final int reference;

  /** The virtual edge that connects each component with the one above it. */
  private final int[] edgeAbove;

  /**
   * Splits the graph of the arcs. It must be biconnected and have no parallel arcs; its last arc is
   * the reference.
   */
  SplitTree(int junctionCount, ArcList arcs, RegionForest forest) {
    this.forest = forest;
    this.junctionCount = junctionCount;
    reference = arcs.size - 1;
    components = TriconnectedSearch.split(junctionCount, arcs);
    from = components.from;
    to = components.to;
    region = Arrays.copyOf(arcs.region, from.length);
    edgeAbove = new int[components.count()];
    directUpwards();
    buildBelowTop();
  }

  /**
   * Directs all edges from the smaller to the larger junction again; the search may have reversed
   * them.
   */
  private void directUpwards() {
    for (int e = 0; e < from.length; e++) {
      int smaller = Math.min(from[e], to[e]);
      to[e] = Math.max(from[e], to[e]);
      from[e] = smaller;
    }
  }

  /**
   * Builds the regions of components from the leaves up, in the reverse of an order from the top
   * down.
   */
  private void buildBelowTop() {
    int[] order = topDown();
    Skeleton skeleton = new Skeleton(junctionCount, forest);
    for (int i = order.length - 1; i > 0; i--) {
      skeleton.clear();
      addTo(skeleton, order[i]);
      region[edgeAbove[order[i]]] = skeleton.region();
    }
  }

  private int[] topDown() {
    int[] order = new int[components.count()];
    order[0] = components.componentOf(reference);
    edgeAbove[order[0]] = reference;
    int size = 1;
    for (int next = 0; next < size; next++) {
      int c = order[next];
      for (int i = components.begin(c); i < components.end(c); i++) {
        int e = components.edge(i);
        if (components.isVirtual(e) && e != edgeAbove[c]) {
          int below = components.otherComponent(e, c);
          edgeAbove[below] = e;
          order[size++] = below;
        }
      }
    }
    return order;
  }

  private void addTo(Skeleton skeleton, int component) {
    for (int i = components.begin(component); i < components.end(component); i++) {
      int e = components.edge(i);
      if (e != edgeAbove[component]) {
        skeleton.add(from[e], to[e], region[e]);
      }
    }
  }

  /** The region of the component with the reference arc, without that arc. */
  int topRegion() {
    Skeleton skeleton = new Skeleton(junctionCount, forest);
    addTo(skeleton, components.componentOf(reference));
    return skeleton.region();
  }

  /**
   * Adds the arcs of the component with the reference arc to a list, except those that touch a
   * junction unknown to the list.
   *
   * @param junction number of each junction in the list; unknown junctions come after the end of
   *     this array
   */
  void addTop(ArcList arcs, int[] junction) {
    int top = components.componentOf(reference);
    for (int i = components.begin(top); i < components.end(top); i++) {
      int e = components.edge(i);
      if (to[e] < junction.length) {
        arcs.add(junction[from[e]], junction[to[e]], region[e]);
      }
    }
  }
}
