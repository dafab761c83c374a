package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

import java.util.Arrays;

/**
 * One split component without the edge to the component above it: arcs that stand for regions or
 * only order their ends. Reused for one component after another. Not thread-safe.
 */
final class Skeleton {
  private final RegionForest forest;

  /** Number of each junction within this component, from zero. */
  private final int[] localOf;

  private int[] junctions = new int[16];
  private int junctionCount;
  private final ArcList arcs;

  Skeleton(int coreJunctions, RegionForest forest) {
    this.forest = forest;
    arcs = new ArcList(16);
    localOf = IndexTable.empty(coreJunctions);
  }

  void clear() {
    for (int j = 0; j < junctionCount; j++) {
      localOf[junctions[j]] = NONE;
    }
    junctionCount = 0;
    arcs.size = 0;
  }

  void add(int tailJunction, int headJunction, int arcRegion) {
    arcs.add(local(tailJunction), local(headJunction), arcRegion);
  }

  private int local(int junction) {
    if (localOf[junction] == NONE) {
      if (junctionCount == junctions.length) {
        junctions = Arrays.copyOf(junctions, 2 * junctionCount);
      }
      junctions[junctionCount] = junction;
      localOf[junction] = junctionCount++;
    }
    return localOf[junction];
  }

  /**
   * Creates the region that this component stands for: parallel if it has two junctions, a sequence
   * if it has one arc less than junctions, otherwise irregular.
   */
  int region() {
    if (junctionCount == 2) {
      return parallel();
    }
    return arcs.size == junctionCount - 1
        ? sequence()
        : irregular(arcs.copy(), junctionCount, forest);
  }

  private int parallel() {
    int joined = arcs.region[0];
    for (int i = 1; i < arcs.size; i++) {
      joined = forest.parallel(joined, arcs.region[i]);
    }
    return joined;
  }

  private int sequence() {
    long[] byRank = new long[arcs.size];
    for (int i = 0; i < byRank.length; i++) {
      byRank[i] = (long) junctions[arcs.tail[i]] << Integer.SIZE | i;
    }
    Arrays.sort(byRank);
    int joined = arcs.region[(int) byRank[0]];
    for (int i = 1; i < byRank.length; i++) {
      joined = forest.sequence(joined, arcs.region[(int) byRank[i]]);
    }
    return joined;
  }

  /** Creates the region of arcs that are known to be irregular. Takes ownership of the arcs. */
  static int irregular(ArcList arcs, int junctionCount, RegionForest forest) {
    int members = moveMembersForward(arcs);
    return members < 2
        ? arcs.region[0]
        : forest.irregular(new MemberOrder(arcs, members, junctionCount));
  }

  /** Moves the dummies behind the members and returns the number of members. */
  private static int moveMembersForward(ArcList arcs) {
    int next = 0;
    for (int i = 0; i < arcs.size; i++) {
      if (!arcs.isDummy(i)) {
        arcs.swap(i, next++);
      }
    }
    return next;
  }
}
