package io.flowgauge.model.graph;

import java.util.Arrays;

/**
 * The order among the members of an irregular region, as arcs between junctions: first one for each
 * member, then dummies.
 */
final class MemberOrder {

  private final int[] members;
  private final int[] tail;
  private final int[] head;
  private final int junctionCount;

  MemberOrder(int[] members, int[] tail, int[] head, int junctionCount) {
    this.members = members;
    this.tail = tail;
    this.head = head;
    this.junctionCount = junctionCount;
  }

  int memberCount() {
    return members.length;
  }

  int member(int i) {
    return members[i];
  }

  /**
   * The nodes that follow each node at once, ascending: a member immediately precedes another if it
   * ends where the other starts, or where a dummy leads to there. Dummies never follow one another:
   * a junction with a dummy out of it is one of ends, and one with a dummy into it is one of
   * starts, and the two were not the same to begin with.
   *
   * @param place the node that each member becomes, by region
   */
  Adjacency successors(int[] place) {
    Adjacency starting = starting(place);
    int[] dummies = Arrays.copyOfRange(tail, members.length, tail.length);
    int[] ends = Arrays.copyOfRange(head, members.length, head.length);
    Adjacency leading = Adjacency.group(junctionCount, dummies, ends, ends.length);
    int[] headOf = new int[members.length];
    for (int i = 0; i < members.length; i++) {
      headOf[place[members[i]]] = head[i];
    }
    return successors(headOf, starting, leading);
  }

  /** The nodes that start at each junction. */
  private Adjacency starting(int[] place) {
    int[] node = new int[members.length];
    Arrays.setAll(node, i -> place[members[i]]);
    return Adjacency.group(junctionCount, tail, node, node.length);
  }

  /** Counted before they are written, as there can be more of them than of anything else here. */
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
