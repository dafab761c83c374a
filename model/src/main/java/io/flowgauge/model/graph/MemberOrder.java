package io.flowgauge.model.graph;

import java.util.Arrays;

/**
 * The order among the members of an irregular region, given by arcs between junctions: first one
 * arc for each member, then the dummies.
 */
final class MemberOrder {

  private final ArcList arcs;
  private final int memberCount;
  private final int junctionCount;

  /** Takes ownership of the arcs. */
  MemberOrder(ArcList arcs, int memberCount, int junctionCount) {
    this.arcs = arcs;
    this.memberCount = memberCount;
    this.junctionCount = junctionCount;
  }

  int memberCount() {
    return memberCount;
  }

  int member(int i) {
    return arcs.region[i];
  }

  /**
   * Returns the immediate successors of each node, in ascending order. A member immediately
   * precedes another if it ends where the other starts, or if a dummy leads from its end to the
   * other's start. Dummies never follow one another: a dummy leads out of a junction of ends and
   * into a junction of starts, and these two were distinct from the beginning.
   *
   * @param place the node that each member becomes, by region
   */
  Adjacency successors(int[] place) {
    Adjacency starting = starting(place);
    Adjacency leading =
        Adjacency.group(junctionCount, arcs.tail, arcs.head, memberCount, arcs.size);
    int[] headOf = new int[memberCount];
    for (int i = 0; i < memberCount; i++) {
      headOf[place[member(i)]] = arcs.head[i];
    }
    return successors(headOf, starting, leading);
  }

  /** The nodes that start at each junction. */
  private Adjacency starting(int[] place) {
    int[] node = new int[memberCount];
    Arrays.setAll(node, i -> place[member(i)]);
    return Adjacency.group(junctionCount, arcs.tail, node, memberCount);
  }

  /**
   * Counts the successors before writing them, because there can be more of them than of anything
   * else here.
   */
  private static Adjacency successors(int[] headOf, Adjacency starting, Adjacency leading) {
    int[] start = new int[headOf.length + 1];
    for (int v = 0; v < headOf.length; v++) {
      int size = starting.size(headOf[v]);
      for (int d = leading.start[headOf[v]]; d < leading.start[headOf[v] + 1]; d++) {
        size += starting.size(leading.target[d]);
      }
      start[v + 1] = Math.addExact(start[v], size);
    }
    int[] target = new int[start[headOf.length]];
    for (int v = 0; v < headOf.length; v++) {
      int at = copy(starting, headOf[v], target, start[v]);
      for (int d = leading.start[headOf[v]]; d < leading.start[headOf[v] + 1]; d++) {
        at = copy(starting, leading.target[d], target, at);
      }
      Arrays.sort(target, start[v], at);
    }
    return new Adjacency(start, target);
  }

  private static int copy(Adjacency rows, int row, int[] target, int at) {
    System.arraycopy(rows.target, rows.start[row], target, at, rows.size(row));
    return at + rows.size(row);
  }
}
