package io.flowgauge.model.graph;

import java.util.Arrays;

/**
 * The columns of a decomposition: the regions of one tree of a forest, numbered from the root down,
 * each before its members and members in order.
 */
final class RegionTree {

  private static final int NONE = -1;

  private final RegionForest forest;
  private final int root;
  private final int[] parentInForest;

  final RegionKind[] kind;
  final int[] parent;

  /** The node of an activity; elsewhere {@code -1}. */
  final int[] activity;

  /** The region of each node. */
  final int[] regionOf;

  /** The members of each region, ascending. */
  final Adjacency children;

  /** The number in this tree of each region of the forest. */
  final int[] number;

  RegionTree(RegionForest forest, int root) {
    this.forest = forest;
    this.root = root;
    parentInForest = new int[forest.size()];
    number = new int[forest.size()];
    regionOf = new int[forest.activityCount];
    int count = linkParents();
    kind = new RegionKind[count];
    parent = new int[count];
    activity = new int[count];
    assignNumbers(orderedMembers());
    children = childrenByParent(count);
  }

  /** Returns the number of regions. */
  private int linkParents() {
    Arrays.fill(parentInForest, NONE);
    int[] stack = new int[forest.size()];
    int depth = 0;
    int count = 0;
    stack[depth++] = root;
    while (depth > 0) {
      int region = stack[--depth];
      count++;
      for (int m = forest.firstMember[region]; m != NONE; m = forest.nextSibling[m]) {
        parentInForest[m] = region;
        stack[depth++] = m;
      }
    }
    return count;
  }

  /**
   * The members of each region of the forest: of a sequence as they run, of the others by smallest
   * node. Going up from node 0, 1, 2, ... until a known region, each region is met through its
   * smallest node, hence after its siblings of smaller nodes.
   */
  private Adjacency orderedMembers() {
    int[] start = new int[forest.size() + 1];
    for (int r = 0; r < forest.size(); r++) {
      if (parentInForest[r] != NONE) {
        start[parentInForest[r] + 1]++;
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
        int above = parentInForest[region];
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

  private void assignNumbers(Adjacency members) {
    int[] stack = new int[parent.length];
    int depth = 0;
    int next = 0;
    stack[depth++] = root;
    while (depth > 0) {
      int region = stack[--depth];
      number[region] = next;
      boolean leaf = region < forest.activityCount;
      kind[next] = leaf ? RegionKind.ACTIVITY : forest.kind[region];
      activity[next] = leaf ? region : NONE;
      parent[next] = region == root ? NONE : number[parentInForest[region]];
      if (leaf) {
        regionOf[region] = next;
      }
      next++;
      for (int i = members.start[region + 1] - 1; i >= members.start[region]; i--) {
        stack[depth++] = members.target[i];
      }
    }
  }

  private Adjacency childrenByParent(int count) {
    int[] child = new int[count - 1];
    for (int r = 1; r < count; r++) {
      child[r - 1] = r;
    }
    return Adjacency.group(count, Arrays.copyOfRange(parent, 1, count), child, count - 1);
  }

  /** The place of each region of the forest among the members around it. */
  int[] places() {
    int[] place = new int[number.length];
    int[] next = children.start.clone();
    for (int r : children.target) {
      place[r] = next[parent[r]]++ - children.start[parent[r]];
    }
    int[] inForest = new int[number.length];
    Arrays.setAll(inForest, r -> place[number[r]]);
    return inForest;
  }
}
