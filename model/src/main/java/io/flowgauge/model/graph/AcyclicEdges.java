package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Adds edges one after another and refuses each edge that closes a cycle with edges added before
 * it, so that no edge is refused because of a later one. Used once.
 *
 * <p>After D. J. Pearce and P. H. J. Kelly, "A Dynamic Topological Sort Algorithm for Directed
 * Acyclic Graphs" (2006): an edge that leads forward in the current topological order costs
 * constant time; any other costs a search of the nodes between its ends. The initial order is one
 * in which few edges lead back.
 */
public final class AcyclicEdges {
  private final int[] from;
  private final int[] to;

  /** Position of each node in a topological order of the edges added so far. */
  private final int[] place;

  /**
   * The last added edge that leaves or enters each node; {@link #nextOut} and {@link #nextIn} link
   * to the one before it.
   */
  private final int[] lastOut;

  private final int[] lastIn;
  private final int[] nextOut;
  private final int[] nextIn;
  private final BitSet refused = new BitSet();

  private final int[] found;
  private final int[] seen;
  private int searches;

  private AcyclicEdges(int nodeCount, int[] from, int[] to, int edgeCount) {
    this.from = from;
    this.to = to;
    place = forwardMost(Adjacency.group(nodeCount, from, to, edgeCount));
    lastOut = IndexTable.empty(nodeCount);
    lastIn = IndexTable.empty(nodeCount);
    nextOut = IndexTable.empty(edgeCount);
    nextIn = IndexTable.empty(edgeCount);
    found = new int[nodeCount];
    seen = new int[nodeCount];
  }

  /**
   * Adds edges in their order.
   *
   * @param nodeCount the number of nodes, not negative
   * @param from the sources of the edges; the arrays are only read
   * @param to their targets
   * @param edgeCount how many there are; the arrays may be longer
   */
  public static AcyclicEdges of(int nodeCount, int[] from, int[] to, int edgeCount) {
    AcyclicEdges edges = new AcyclicEdges(nodeCount, from, to, edgeCount);
    for (int edge = 0; edge < edgeCount; edge++) {
      edges.refused.set(edge, !edges.addUnlessCyclic(edge));
    }
    return edges;
  }

  /** Whether an edge closes a cycle with earlier edges that were not refused. */
  public boolean isRefused(int edge) {
    return refused.get(edge);
  }

  /** The first edge that was refused, or -1 if there is none. */
  public int firstRefused() {
    return refused.nextSetBit(0);
  }

  /** Number of edges that were refused: 0 or more. */
  public int refusedCount() {
    return refused.cardinality();
  }

  /**
   * The cycle that the first refused edge closes.
   *
   * @throws IllegalStateException if no edge was refused
   */
  public CycleException firstCycle() {
    try {
      // The edges before it are acyclic, so the cycle found is the one it closes.
      Dag taken = Dag.of(place.length, from, to, firstRefused() + 1);
      throw new IllegalStateException("no edge of " + taken + " was refused");
    } catch (CycleException e) {
      return e;
    }
  }

  private boolean addUnlessCyclic(int edge) {
    int source = from[edge];
    int target = to[edge];
    if (place[source] >= place[target] && !reorder(source, target)) {
      return false;
    }
    nextOut[edge] = lastOut[source];
    lastOut[source] = edge;
    nextIn[edge] = lastIn[target];
    lastIn[target] = edge;
    return true;
  }

  /**
   * Moves the successors of the target behind the predecessors of the source. Returns false if this
   * is impossible because the source follows the target.
   */
  private boolean reorder(int source, int target) {
    int following = search(target, 0, place[source], lastOut, nextOut, to);
    for (int k = 0; k < following; k++) {
      if (found[k] == source) {
        return false;
      }
    }
    int total = search(source, following, place[target], lastIn, nextIn, from);
    int[] behind = inOrder(0, following);
    int[] before = inOrder(following, total);
    int[] places = new int[total];
    for (int k = 0; k < total; k++) {
      places[k] = place[found[k]];
    }
    Arrays.sort(places);
    int next = 0;
    for (int node : before) {
      place[node] = places[next++];
    }
    for (int node : behind) {
      place[node] = places[next++];
    }
    return true;
  }

  /**
   * Collects the nodes that can be reached from the start and lie between it and a limit. Appends
   * them to the first {@code size} elements of {@link #found} and returns the new number of
   * elements.
   */
  private int search(int start, int size, int limit, int[] last, int[] next, int[] end) {
    searches++;
    int low = Math.min(place[start], limit);
    int high = Math.max(place[start], limit);
    int count = size;
    seen[start] = searches;
    found[count++] = start;
    for (int k = size; k < count; k++) {
      for (int edge = last[found[k]]; edge != NONE; edge = next[edge]) {
        int node = end[edge];
        if (seen[node] != searches && place[node] >= low && place[node] <= high) {
          seen[node] = searches;
          found[count++] = node;
        }
      }
    }
    return count;
  }

  private int[] inOrder(int begin, int end) {
    return Arrays.stream(found, begin, end)
        .boxed()
        .sorted((a, b) -> Integer.compare(place[a], place[b]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * Returns positions of the nodes in reverse postorder, in which only the back edges of the
   * depth-first search lead back.
   */
  private static int[] forwardMost(Adjacency successors) {
    int n = successors.rowCount();
    int[] places = IndexTable.empty(n);
    int[] next = Arrays.copyOf(successors.start, n);
    boolean[] begun = new boolean[n];
    int[] path = new int[n];
    int free = n;
    for (int root = 0; root < n; root++) {
      int depth = 0;
      if (!begun[root]) {
        begun[root] = true;
        path[depth++] = root;
      }
      while (depth > 0) {
        int v = path[depth - 1];
        if (next[v] == successors.start[v + 1]) {
          places[v] = --free;
          depth--;
        } else {
          int w = successors.target[next[v]++];
          if (!begun[w]) {
            begun[w] = true;
            path[depth++] = w;
          }
        }
      }
    }
    return places;
  }
}
