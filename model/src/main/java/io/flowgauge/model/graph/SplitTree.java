package io.flowgauge.model.graph;

import java.util.Arrays;

/**
 * The split components of arcs as a tree, seen from one of them, and the regions they stand for: a
 * polygon is a sequence, a bond a parallel section, and a triconnected component an irregular
 * region whose members are its arcs and the components below. Not thread-safe.
 */
final class SplitTree {

  private final RegionForest forest;
  private final int junctionCount;
  private final SplitComponents components;
  private final int[] from;
  private final int[] to;

  /** The region that each edge stands for; of a virtual edge that of the components below it. */
  private final int[] region;

  private final int reference;

  /** The edge by which each component hangs together with the one above. */
  private final int[] edgeAbove;

  /**
   * Splits the graph of the arcs, whose last is the reference and which must be biconnected and
   * without parallel arcs.
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

  /** The search turned edges round to suit itself. */
  private void directUpwards() {
    for (int e = 0; e < from.length; e++) {
      int smaller = Math.min(from[e], to[e]);
      to[e] = Math.max(from[e], to[e]);
      from[e] = smaller;
    }
  }

  /** Components are built from the leaves up: the reverse of an order from the top down. */
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
          int below = components.across(e, c);
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
   * Adds the arcs of the component with the reference arc to others, except those that touch
   * junctions foreign to them.
   *
   * @param junction the number of each junction among the others; there is none for foreign ones,
   *     which come last
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
