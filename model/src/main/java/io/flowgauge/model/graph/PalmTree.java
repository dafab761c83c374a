package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

import java.util.Arrays;

/**
 * A depth-first search tree of an undirected biconnected graph with its fronds (back edges), in the
 * numbering that the search for split components needs (Hopcroft and Tarjan, Dividing a graph into
 * triconnected components, 1973; corrected by Gutwenger and Mutzel, A linear time implementation of
 * SPQR-trees, 2000).
 *
 * <p>Edges are oriented: tree edges away from the root, fronds towards it. Vertices are identified
 * by their final numbers {@code 1..n} in {@link #low1} and {@link #low2}, by their index elsewhere.
 * The search then edits the adjacency as it splits components off. Not thread-safe.
 */
final class PalmTree {
  final int vertexCount;

  /** The ends of each edge, with room for virtual edges. */
  final int[] from;

  final int[] to;
  final boolean[] isTree;

  /** Whether an edge is the first of a path of the path decomposition. */
  final boolean[] startsPath;

  final int[] father;
  final int[] treeEdge;
  final int[] low1;
  final int[] low2;
  final int[] descendants;
  final int[] number;
  final int[] vertexAt;
  final int[] degree;

  /**
   * Adjacency: the edges that leave {@code v} are in the slots from {@code slotStart[v]} up to but
   * excluding {@code slotStart[v + 1]}.
   */
  final int[] slotStart;

  final int[] slotEdge;
  final int[] slotOf;

  /** The fronds that enter each vertex, as lists of the numbers they come from. */
  final HighPoints highPoints;

  private final int[] cursor;
  private final int[] stack;

  PalmTree(int vertexCount, int[] ends, int[] otherEnds, int root) {
    int edges = ends.length;
    this.vertexCount = vertexCount;
    // Every split adds at most two virtual edges, and there are fewer splits than edges.
    int capacity = 3 * edges + 3;
    from = Arrays.copyOf(ends, capacity);
    to = Arrays.copyOf(otherEnds, capacity);
    isTree = new boolean[capacity];
    startsPath = new boolean[capacity];
    slotOf = IndexTable.empty(capacity);
    father = IndexTable.empty(vertexCount);
    treeEdge = IndexTable.empty(vertexCount);
    low1 = new int[vertexCount];
    low2 = new int[vertexCount];
    descendants = new int[vertexCount];
    number = new int[vertexCount];
    vertexAt = new int[vertexCount + 1];
    degree = new int[vertexCount];
    slotEdge = new int[edges];
    slotStart = new int[vertexCount + 1];
    cursor = new int[vertexCount];
    stack = new int[vertexCount];
    highPoints = new HighPoints(vertexCount, capacity);
    search(root, edges);
    sortAdjacency(edges);
    renumber(root);
  }

  /** Depth-first search that orients the edges and computes low points. */
  private void search(int root, int edges) {
    Adjacency incident = incidentEdges(edges);
    boolean[] used = new boolean[edges];
    System.arraycopy(incident.start, 0, cursor, 0, vertexCount);
    int count = 0;
    int depth = 0;
    stack[0] = root;
    enter(root, ++count);
    while (depth >= 0) {
      int v = stack[depth];
      if (cursor[v] == incident.start[v + 1]) {
        depth--;
        if (depth >= 0) {
          raise(stack[depth], v);
        }
        continue;
      }
      int e = incident.target[cursor[v]++];
      if (!used[e]) {
        used[e] = true;
        int w = orient(e, v);
        if (number[w] == 0) {
          isTree[e] = true;
          treeEdge[w] = e;
          father[w] = v;
          enter(w, ++count);
          stack[++depth] = w;
        } else {
          lower(v, number[w], Integer.MAX_VALUE);
        }
      }
    }
  }

  private Adjacency incidentEdges(int edges) {
    int[] vertex = new int[2 * edges];
    int[] edge = new int[2 * edges];
    for (int e = 0; e < edges; e++) {
      vertex[2 * e] = from[e];
      vertex[2 * e + 1] = to[e];
      edge[2 * e] = e;
      edge[2 * e + 1] = e;
      degree[from[e]]++;
      degree[to[e]]++;
    }
    return Adjacency.group(vertexCount, vertex, edge, 2 * edges);
  }

  private void enter(int v, int preorder) {
    number[v] = preorder;
    low1[v] = preorder;
    low2[v] = preorder;
    descendants[v] = 1;
  }

  private int orient(int e, int v) {
    if (from[e] != v) {
      to[e] = from[e];
      from[e] = v;
    }
    return to[e];
  }

  private void raise(int v, int child) {
    lower(v, low1[child], low2[child]);
    descendants[v] += descendants[child];
  }

  /**
   * Merges two numbers, the smaller one first, into the two smallest distinct numbers of a vertex.
   */
  private void lower(int v, int first, int second) {
    if (first < low1[v]) {
      low2[v] = Math.min(low1[v], second);
      low1[v] = first;
    } else if (first == low1[v]) {
      low2[v] = Math.min(low2[v], second);
    } else {
      low2[v] = Math.min(low2[v], first);
    }
  }

  /**
   * Sorts the edges by the low points or numbers of their targets, in buckets, which makes the
   * adjacency acceptable in the sense of the paper.
   */
  private void sortAdjacency(int edges) {
    int[] key = new int[edges];
    int[] edge = new int[edges];
    for (int e = 0; e < edges; e++) {
      key[e] = sortKey(e);
      edge[e] = e;
    }
    int[] sorted = Adjacency.group(3 * vertexCount + 3, key, edge, edges).target;
    for (int e = 0; e < edges; e++) {
      slotStart[from[e] + 1]++;
    }
    for (int v = 0; v < vertexCount; v++) {
      slotStart[v + 1] += slotStart[v];
      cursor[v] = slotStart[v];
    }
    for (int e : sorted) {
      putInSlot(cursor[from[e]]++, e);
    }
  }

  private int sortKey(int e) {
    int w = to[e];
    if (!isTree[e]) {
      return 3 * number[w] + 1;
    }
    return low2[w] < number[from[e]] ? 3 * low1[w] : 3 * low1[w] + 2;
  }

  /**
   * Renumbers the vertices so that paths run through consecutive numbers, and marks where paths
   * start.
   */
  private void renumber(int root) {
    int[] finalNumber = new int[vertexCount + 1];
    int[] renumbered = new int[vertexCount];
    System.arraycopy(slotStart, 0, cursor, 0, vertexCount);
    int free = vertexCount;
    boolean newPath = true;
    int depth = 0;
    stack[0] = root;
    renumbered[root] = free - descendants[root] + 1;
    while (depth >= 0) {
      int v = stack[depth];
      if (cursor[v] == slotStart[v + 1]) {
        depth--;
        free--;
        continue;
      }
      int e = slotEdge[cursor[v]++];
      startsPath[e] = newPath;
      newPath = !isTree[e];
      int w = to[e];
      if (isTree[e]) {
        renumbered[w] = free - descendants[w] + 1;
        stack[++depth] = w;
      } else {
        highPoints.append(w, e, renumbered[v]);
      }
    }
    for (int v = 0; v < vertexCount; v++) {
      finalNumber[number[v]] = renumbered[v];
      vertexAt[renumbered[v]] = v;
    }
    for (int v = 0; v < vertexCount; v++) {
      number[v] = renumbered[v];
      low1[v] = finalNumber[low1[v]];
      low2[v] = finalNumber[low2[v]];
    }
  }

  void putInSlot(int slot, int edge) {
    slotEdge[slot] = edge;
    slotOf[edge] = slot;
  }

  /** Takes an edge out of the adjacency. */
  void remove(int edge) {
    slotEdge[slotOf[edge]] = NONE;
  }

  /** Returns the target of the first edge that is left in the adjacency of a vertex. */
  int firstTarget(int v) {
    int slot = slotStart[v];
    while (slotEdge[slot] == NONE) {
      slot++;
    }
    return to[slotEdge[slot]];
  }

  boolean isDescendant(int x, int ancestorNumber, int ancestorDescendants) {
    return number[x] >= ancestorNumber && number[x] < ancestorNumber + ancestorDescendants;
  }
}
