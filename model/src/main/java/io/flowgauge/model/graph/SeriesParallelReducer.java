package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

/**
 * Replaces arcs in series and arcs in parallel by single arcs as long as there are any, and builds
 * the regions that the arcs stand for (Valdes, Tarjan, Lawler 1982). Takes linear expected time.
 *
 * <p>Each junction keeps only its degrees and the exclusive or of its arcs, which is the arc itself
 * once the degree is one; a series reduction needs no more. Not thread-safe.
 */
final class SeriesParallelReducer {
  private final int junctionCount;
  private final RegionForest forest;
  private final ArcList arcs;
  private final int[] tail;
  private final int[] head;
  private final int[] inDegree;
  private final int[] outDegree;
  private final int[] inArcs;
  private final int[] outArcs;

  /** The region each arc stands for; nothing for a dummy. */
  private final int[] region;

  private final boolean[] gone;

  /**
   * Hash table of arcs by tail and head, with open addressing; entries become stale when arcs
   * change.
   */
  private int[] table;

  private int tableSize;
  private final int[] pending;
  private int pendingCount;

  /**
   * Takes ownership of the arcs, which must lead from smaller to larger junctions, and reduces them
   * in place.
   */
  SeriesParallelReducer(ArcList arcs, int junctionCount, RegionForest forest) {
    this.junctionCount = junctionCount;
    this.forest = forest;
    this.arcs = arcs;
    tail = arcs.tail;
    head = arcs.head;
    region = arcs.region;
    inDegree = new int[junctionCount];
    outDegree = new int[junctionCount];
    inArcs = new int[junctionCount];
    outArcs = new int[junctionCount];
    gone = new boolean[arcs.size];
    pending = new int[junctionCount];
    table = IndexTable.empty(64);
    for (int a = 0; a < gone.length; a++) {
      attach(a);
    }
  }

  private void attach(int arc) {
    outDegree[tail[arc]]++;
    outArcs[tail[arc]] ^= arc;
    inDegree[head[arc]]++;
    inArcs[head[arc]] ^= arc;
  }

  private void detach(int arc) {
    gone[arc] = true;
    outDegree[tail[arc]]--;
    outArcs[tail[arc]] ^= arc;
    inDegree[head[arc]]--;
    inArcs[head[arc]] ^= arc;
  }

  /**
   * Reduces until nothing more can be reduced.
   *
   * @param mayHoldImplied whether dummies may be parallel to other arcs, which only implied edges
   *     of the graph can cause; looking for them takes time
   */
  void reduce(boolean mayHoldImplied) {
    for (int a = 0; a < gone.length; a++) {
      if (mayHoldImplied || region[a] != RegionForest.NOTHING) {
        mergeIfParallel(a);
      }
    }
    for (int j = 0; j < junctionCount; j++) {
      scheduleIfPassed(j);
    }
    while (pendingCount > 0) {
      reduceSeries(pending[--pendingCount]);
    }
  }

  private boolean isPassed(int junction) {
    return inDegree[junction] == 1 && outDegree[junction] == 1;
  }

  private void scheduleIfPassed(int junction) {
    if (isPassed(junction)) {
      pending[pendingCount++] = junction;
    }
  }

  private void reduceSeries(int junction) {
    int first = inArcs[junction];
    int second = outArcs[junction];
    detach(second);
    inDegree[junction] = 0;
    int end = head[second];
    head[first] = end;
    inDegree[end]++;
    inArcs[end] ^= first;
    region[first] = forest.sequence(region[first], region[second]);
    int start = tail[first];
    if (mergeIfParallel(first)) {
      scheduleIfPassed(start);
      scheduleIfPassed(end);
    }
  }

  /**
   * Merges an arc into a parallel one if there is one. Degrees never grow, so an arc that is alone
   * at one of its ends needs no entry in the table.
   */
  private boolean mergeIfParallel(int arc) {
    if (outDegree[tail[arc]] < 2 || inDegree[head[arc]] < 2) {
      return false;
    }
    int other = findOrAdd(arc);
    if (other == NONE) {
      return false;
    }
    detach(arc);
    region[other] = forest.parallel(region[other], region[arc]);
    return true;
  }

  private int findOrAdd(int arc) {
    if (tableSize * 2 >= table.length) {
      growTable();
    }
    int slot = slot(arc);
    while (table[slot] != NONE) {
      int other = table[slot];
      if (other != arc && !gone[other] && tail[other] == tail[arc] && head[other] == head[arc]) {
        return other;
      }
      slot = (slot + 1) & (table.length - 1);
    }
    table[slot] = arc;
    tableSize++;
    return NONE;
  }

  private int slot(int arc) {
    long hash = (tail[arc] * 0x9E3779B97F4A7C15L + head[arc]) * 0xC2B2AE3D27D4EB4FL;
    return (int) (hash >>> 32) & (table.length - 1);
  }

  /**
   * Enlarges the table. An arc that changed may be in it more than once; the new table drops the
   * stale entries.
   */
  private void growTable() {
    int[] old = table;
    table = IndexTable.empty(old.length * 4);
    tableSize = 0;
    for (int arc : old) {
      if (arc != NONE && !gone[arc]) {
        place(arc);
      }
    }
  }

  private void place(int arc) {
    int slot = slot(arc);
    while (table[slot] != NONE && table[slot] != arc) {
      slot = (slot + 1) & (table.length - 1);
    }
    if (table[slot] == NONE) {
      table[slot] = arc;
      tableSize++;
    }
  }

  /**
   * The region of the whole graph if it was series-parallel; otherwise the region that runs in
   * parallel with the core from the first junction to the last, or nothing.
   */
  int direct() {
    for (int a = 0; a < gone.length; a++) {
      if (isDirect(a)) {
        return region[a];
      }
    }
    return RegionForest.NOTHING;
  }

  private boolean isDirect(int arc) {
    return !gone[arc] && tail[arc] == 0 && head[arc] == junctionCount - 1;
  }

  /**
   * Returns the arcs that are left except the direct one; none if the graph is series-parallel.
   * They overwrite all others, so the reduction ends with this call.
   */
  ArcList rest() {
    arcs.size = 0;
    for (int a = 0; a < gone.length; a++) {
      if (!gone[a] && !isDirect(a)) {
        arcs.add(tail[a], head[a], region[a]);
      }
    }
    return arcs;
  }
}
