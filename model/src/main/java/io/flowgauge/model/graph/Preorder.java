package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

import io.flowgauge.workflow.RegionKind;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers the regions of one tree of a forest in preorder: each region before its members, and
 * members in order.
 */
final class Preorder {
  private final RegionForest forest;
  private final int root;
  private final int[] parent;
  private final int regionCount;
  private final Adjacency members;

  Preorder(RegionForest forest, int root) {
    this.forest = forest;
    this.root = root;
    parent = IndexTable.empty(forest.size());
    regionCount = linkParents();
    members = orderedMembers();
  }

  /** Sets the parent of each region and returns the number of regions. */
  private int linkParents() {
    int[] stack = new int[forest.size()];
    int depth = 0;
    int count = 0;
    stack[depth++] = root;
    while (depth > 0) {
      int region = stack[--depth];
      count++;
      for (int m = forest.firstMember[region]; m != NONE; m = forest.nextSibling[m]) {
        parent[m] = region;
        stack[depth++] = m;
      }
    }
    return count;
  }

  /**
   * Returns the members of each region: those of a sequence in execution order, all others by their
   * smallest node. For each node in ascending order, the search goes up the tree until it meets a
   * region that it has seen before. So each region is first met through its smallest node, and
   * after those of its siblings whose smallest nodes are smaller.
   */
  private Adjacency orderedMembers() {
    int[] start = new int[forest.size() + 1];
    for (int r = 0; r < forest.size(); r++) {
      if (parent[r] != NONE) {
        start[parent[r] + 1]++;
      }
    }
    for (int r = 0; r < forest.size(); r++) {
      start[r + 1] += start[r];
    }
    int[] member = new int[start[forest.size()]];
    int[] next = Arrays.copyOf(start, forest.size());
    for (int v = 0; v < forest.activityCount; v++) {
      int region = v;
      boolean known = false;
      while (!known && region != root) {
        int above = parent[region];
        known = next[above] > start[above];
        if (forest.kind[above] != RegionKind.SEQUENCE) {
          member[next[above]++] = region;
        } else if (!known) {
          next[above] = addSequence(above, member, start[above]);
        }
        region = above;
      }
    }
    return new Adjacency(start, member);
  }

  private int addSequence(int region, int[] member, int place) {
    int next = place;
    for (int m = forest.firstMember[region]; m != NONE; m = forest.nextSibling[m]) {
      member[next++] = m;
    }
    return next;
  }

  /** Makes the region tree; its irregular regions keep the order among their members. */
  RegionTree tree(TransitiveReduction reduction) {
    RegionTree.Builder tree = new RegionTree.Builder(regionCount);
    int[] number = new int[forest.size()];
    int[] stack = new int[regionCount];
    int depth = 0;
    stack[depth++] = root;
    while (depth > 0) {
      int region = stack[--depth];
      int above = region == root ? RegionTree.NONE : number[parent[region]];
      number[region] =
          region < forest.activityCount
              ? tree.addActivity(above, region)
              : tree.add(above, forest.kind[region]);
      for (int i = members.start[region + 1] - 1; i >= members.start[region]; i--) {
        stack[depth++] = members.target[i];
      }
    }
    putQuotients(tree, number, reduction.dag());
    return tree.build(reduction.undecidedEdges());
  }

  private void putQuotients(RegionTree.Builder tree, int[] number, Dag dag) {
    List<RegionForest.Irregular> irregulars = forest.irregulars();
    int[] place = irregulars.isEmpty() ? number : places();
    for (int i = 0; i < irregulars.size(); i++) {
      int region = number[irregulars.get(i).region()];
      // If the members are all nodes, in their order, the graph is its own quotient.
      boolean isGraph = irregulars.get(i).order().memberCount() == dag.nodeCount();
      // An order can be as large as the graph, so it is released before its graph is made.
      Dag quotient =
          isGraph ? dag : Dag.ofSuccessors(irregulars.set(i, null).order().successors(place));
      tree.putQuotient(region, quotient);
    }
  }

  /** Returns the position of each region of the forest among its siblings. */
  private int[] places() {
    int[] place = new int[forest.size()];
    for (int region = 0; region < place.length; region++) {
      for (int i = members.start[region]; i < members.start[region + 1]; i++) {
        place[members.target[i]] = i - members.start[region];
      }
    }
    return place;
  }
}
