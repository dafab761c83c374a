package io.flowgauge.model.graph;

/**
 * Finds junctions of a core that may lie inside a part between two junctions that is smaller than
 * the whole core.
 *
 * <p>Such a part starts at a fork and ends at a join: junctions with at least two arcs that stand
 * for regions, and not both the ends of the core. All paths to its inner junctions pass the fork,
 * all paths from them pass the join, and they have arcs only to each other and to these two. In
 * large irregular workflows, few junctions meet even the weaker conditions checked here: that all
 * paths pass some fork (or join), and that each neighbour meets the conditions too, or is a fork
 * before the junction or a join after it.
 */
final class ModuleCandidates {

  private final Core core;
  private final Adjacency outgoing;
  private final Adjacency incoming;
  private final boolean[] isFork;
  private final boolean[] isJoin;
  private final int[] pending;
  private final boolean[] inside;

  private ModuleCandidates(Core core) {
    this.core = core;
    int n = core.junctionCount;
    ArcList arcs = core.arcs;
    incoming = Adjacency.group(n, arcs.head, arcs.tail, arcs.size);
    outgoing = Adjacency.group(n, arcs.tail, arcs.head, arcs.size);
    isFork = withTwoRegions(core, arcs.tail);
    isJoin = withTwoRegions(core, arcs.head);
    pending = new int[n];
    inside = beforeInnerJoin();
    boolean[] after = afterInnerFork();
    for (int j = 0; j < n; j++) {
      inside[j] |= after[j];
    }
  }

  static ModuleCandidates of(Core core) {
    return new ModuleCandidates(core);
  }

  private static boolean[] withTwoRegions(Core core, int[] ends) {
    boolean[] one = new boolean[core.junctionCount];
    boolean[] two = new boolean[core.junctionCount];
    for (int a = 0; a < core.arcs.size; a++) {
      if (!core.arcs.isDummy(a)) {
        two[ends[a]] |= one[ends[a]];
        one[ends[a]] = true;
      }
    }
    return two;
  }

  /** By junction, whether it is a candidate; never true of the first and the last. */
  boolean[] inside() {
    return inside;
  }

  /** Number of candidates. */
  static int count(boolean[] inside) {
    int count = 0;
    for (boolean candidate : inside) {
      count += candidate ? 1 : 0;
    }
    return count;
  }

  /**
   * Returns the junctions that may lie inside a part that ends at a join before the end of the
   * core.
   */
  private boolean[] beforeInnerJoin() {
    boolean[] isInnerJoin = isJoin.clone();
    isInnerJoin[core.sink()] = false;
    boolean[] within = new boolean[core.junctionCount];
    for (int j = core.sink() - 1; j > 0; j--) {
      within[j] = allAre(outgoing, j, isInnerJoin, within);
    }
    prune(within, isFork, isInnerJoin);
    return within;
  }

  /**
   * Returns the junctions that may lie inside a part that starts at a fork after the start of the
   * core.
   */
  private boolean[] afterInnerFork() {
    boolean[] isInnerFork = isFork.clone();
    isInnerFork[0] = false;
    boolean[] within = new boolean[core.junctionCount];
    for (int j = 1; j < core.sink(); j++) {
      within[j] = allAre(incoming, j, isInnerFork, within);
    }
    prune(within, isInnerFork, isJoin);
    return within;
  }

  private static boolean allAre(Adjacency neighbours, int j, boolean[] one, boolean[] other) {
    for (int i = neighbours.start[j]; i < neighbours.start[j + 1]; i++) {
      if (!one[neighbours.target[i]] && !other[neighbours.target[i]]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Removes junctions with an arc from an outside junction that is not a fork, or to one that is
   * not a join, until none is left.
   */
  private void prune(boolean[] within, boolean[] fork, boolean[] join) {
    int size = 0;
    for (int j = 0; j < within.length; j++) {
      boolean stays =
          within[j] && allAre(incoming, j, fork, within) && allAre(outgoing, j, join, within);
      if (within[j] && !stays) {
        within[j] = false;
        pending[size++] = j;
      }
    }
    while (size > 0) {
      int outside = pending[--size];
      if (!fork[outside]) {
        size = drop(outgoing, outside, within, size);
      }
      if (!join[outside]) {
        size = drop(incoming, outside, within, size);
      }
    }
  }

  private int drop(Adjacency neighbours, int junction, boolean[] within, int pendingSize) {
    int size = pendingSize;
    for (int i = neighbours.start[junction]; i < neighbours.start[junction + 1]; i++) {
      int neighbour = neighbours.target[i];
      if (within[neighbour]) {
        within[neighbour] = false;
        pending[size++] = neighbour;
      }
    }
    return size;
  }
}
