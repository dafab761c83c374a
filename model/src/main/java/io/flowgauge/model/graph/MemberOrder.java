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
   * The graph in which a member immediately precedes another if it ends where the other starts, or
   * where a dummy leads to there. Dummies never follow one another: a junction with a dummy out of
   * it is one of ends, and one with a dummy into it is one of starts, and the two were not the same
   * to begin with.
   *
   * @param place the node that each member becomes, by region
   */
  Dag toDag(int[] place) {
    int[] node = new int[members.length];
    Arrays.setAll(node, i -> place[members[i]]);
    Adjacency starting = Adjacency.group(junctionCount, tail, node, node.length);
    Adjacency ending = Adjacency.group(junctionCount, head, node, node.length);
    Edges edges = new Edges(members.length + tail.length);
    for (int j = 0; j < junctionCount; j++) {
      edges.addAll(ending, j, starting, j);
    }
    for (int d = members.length; d < tail.length; d++) {
      edges.addAll(ending, tail[d], starting, head[d]);
    }
    return Dag.of(members.length, edges.from, edges.to, edges.size);
  }

  /** A growing list of edges. */
  private static final class Edges {

    private int[] from;
    private int[] to;
    private int size;

    Edges(int capacity) {
      from = new int[capacity];
      to = new int[capacity];
    }

    /** Adds an edge from each node that ends somewhere to each that starts somewhere. */
    void addAll(Adjacency ending, int end, Adjacency starting, int start) {
      for (int i = ending.start[end]; i < ending.start[end + 1]; i++) {
        for (int k = starting.start[start]; k < starting.start[start + 1]; k++) {
          add(ending.target[i], starting.target[k]);
        }
      }
    }

    private void add(int u, int v) {
      if (size == from.length) {
        from = Arrays.copyOf(from, 2 * size);
        to = Arrays.copyOf(to, 2 * size);
      }
      from[size] = u;
      to[size++] = v;
    }
  }
}
