package io.flowgauge.model.graph;

import java.util.Arrays;

/**
 * One split component without the edge above it: arcs that stand for regions or for a mere order.
 * Reused from one component to the next. Not thread-safe.
 */
final class Skeleton {

  private static final int UNSET = -1;

  private final RegionForest forest;

  /** Numbers the junctions of this component from zero. */
  private final int[] localOf;

  private int[] junctions = new int[16];
  private int junctionCount;
  private int[] tail = new int[16];
  private int[] head = new int[16];
  private int[] region = new int[16];
  private int size;

  Skeleton(int coreJunctions, RegionForest forest) {
    this.forest = forest;
    localOf = new int[coreJunctions];
    Arrays.fill(localOf, UNSET);
  }

  private Skeleton(ArcList arcs, int junctionCount, RegionForest forest) {
    this.forest = forest;
    this.localOf = new int[0];
    this.junctionCount = junctionCount;
    this.tail = arcs.tail;
    this.head = arcs.head;
    this.region = arcs.region;
    this.size = arcs.size;
  }

  /** The region of arcs that are known to be irregular, which are taken over. */
  static int irregular(ArcList arcs, int junctionCount, RegionForest forest) {
    Skeleton skeleton = new Skeleton(arcs, junctionCount, forest);
    arcs.release();
    return skeleton.irregular();
  }

  void clear() {
    for (int j = 0; j < junctionCount; j++) {
      localOf[junctions[j]] = UNSET;
    }
    junctionCount = 0;
    size = 0;
  }

  void add(int tailJunction, int headJunction, int arcRegion) {
    if (size == tail.length) {
      tail = Arrays.copyOf(tail, 2 * size);
      head = Arrays.copyOf(head, 2 * size);
      region = Arrays.copyOf(region, 2 * size);
    }
    tail[size] = local(tailJunction);
    head[size] = local(headJunction);
    region[size++] = arcRegion;
  }

  private int local(int junction) {
    if (localOf[junction] == UNSET) {
      if (junctionCount == junctions.length) {
        junctions = Arrays.copyOf(junctions, 2 * junctionCount);
      }
      junctions[junctionCount] = junction;
      localOf[junction] = junctionCount++;
    }
    return localOf[junction];
  }

  /**
   * The region this component stands for: with two junctions parallel, with one arc less than
   * junctions a sequence, otherwise irregular.
   */
  int region() {
    if (junctionCount == 2) {
      return parallel();
    }
    return size == junctionCount - 1 ? sequence() : irregular();
  }

  private int parallel() {
    int joined = region[0];
    for (int i = 1; i < size; i++) {
      joined = forest.parallel(joined, region[i]);
    }
    return joined;
  }

  private int sequence() {
    long[] byRank = new long[size];
    for (int i = 0; i < size; i++) {
      byRank[i] = (long) junctions[tail[i]] << Integer.SIZE | i;
    }
    Arrays.sort(byRank);
    int joined = region[(int) byRank[0]];
    for (int i = 1; i < size; i++) {
      joined = forest.sequence(joined, region[(int) byRank[i]]);
    }
    return joined;
  }

  private int irregular() {
    separateDummies();
    int count = memberCount();
    if (count < 2) {
      return region[0];
    }
    int[] members = Arrays.copyOf(region, count);
    int[] tails = Arrays.copyOf(tail, size);
    int[] heads = Arrays.copyOf(head, size);
    return forest.irregular(new MemberOrder(members, tails, heads, junctionCount));
  }

  /** Moves the dummies behind the members. */
  private void separateDummies() {
    int next = 0;
    for (int i = 0; i < size; i++) {
      if (region[i] != RegionForest.NOTHING) {
        swap(tail, i, next);
        swap(head, i, next);
        swap(region, i, next++);
      }
    }
  }

  private static void swap(int[] array, int i, int j) {
    int value = array[i];
    array[i] = array[j];
    array[j] = value;
  }

  private int memberCount() {
    int count = 0;
    while (count < size && region[count] != RegionForest.NOTHING) {
      count++;
    }
    return count;
  }
}
