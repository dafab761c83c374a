package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

import java.util.Arrays;

/**
 * Splits a biconnected simple graph into its split components in linear time, after Hopcroft and
 * Tarjan as corrected by Gutwenger and Mutzel; the names of the stacks are theirs. Not thread-safe.
 */
final class TriconnectedSearch {

  private static final int END_OF_STACK = -1;

  private final PalmTree tree;
  private final SplitComponents components;
  private final int root;
  private int edgeCount;

  /** Visited edges that are not yet in a component. */
  private final int[] estack;

  private int estackSize;

  /**
   * Possible type-2 pairs: the highest number in the component, and the numbers of the two
   * vertices.
   */
  private final int[] tstackH;

  private final int[] tstackA;
  private final int[] tstackB;
  private int top;

  private final int[] stack;
  private final int[] slot;
  private final int[] openEdges;

  /** The tree edge by which each vertex was last left for a child. */
  private final int[] pathEdge;

  private TriconnectedSearch(int vertexCount, int[] ends, int[] otherEnds, int root) {
    this.root = root;
    tree = new PalmTree(vertexCount, ends, otherEnds, root);
    edgeCount = ends.length;
    components = new SplitComponents(edgeCount, tree.from, tree.to);
    estack = new int[tree.from.length];
    tstackH = new int[2 * edgeCount + 2];
    tstackA = new int[2 * edgeCount + 2];
    tstackB = new int[2 * edgeCount + 2];
    stack = new int[vertexCount];
    slot = new int[vertexCount];
    openEdges = new int[vertexCount];
    pathEdge = new int[vertexCount];
  }

  /** Splits the graph of the arcs, searching from the tail of the last. */
  static SplitComponents split(int vertexCount, ArcList arcs) {
    int[] ends = Arrays.copyOf(arcs.tail, arcs.size);
    int[] otherEnds = Arrays.copyOf(arcs.head, arcs.size);
    int root = ends[arcs.size - 1];
    TriconnectedSearch search = new TriconnectedSearch(vertexCount, ends, otherEnds, root);
    search.run();
    return search.components;
  }

  private void run() {
    tstackA[0] = END_OF_STACK;
    int depth = 0;
    stack[0] = enter(root);
    while (depth >= 0) {
      int v = stack[depth];
      int next = advance(v);
      if (next != NONE) {
        stack[++depth] = enter(next);
      } else if (--depth >= 0) {
        leaveChild(stack[depth], v);
      }
    }
    components.begin();
    while (estackSize > 0) {
      components.add(estack[--estackSize]);
    }
  }

  private int enter(int v) {
    slot[v] = tree.slotStart[v] - 1;
    openEdges[v] = tree.slotStart[v + 1] - tree.slotStart[v];
    return v;
  }

  /**
   * Advances to the next tree edge of a vertex and returns the child it leads to, or {@link
   * IndexTable#NONE} if there is none.
   */
  private int advance(int v) {
    while (++slot[v] < tree.slotStart[v + 1]) {
      int e = tree.slotEdge[slot[v]];
      if (e == NONE) {
        continue;
      }
      int w = tree.to[e];
      if (tree.isTree[e]) {
        if (tree.startsPath[e]) {
          pushPath(tree.low1[w], tree.number[w] + tree.descendants[w] - 1, tree.number[v]);
          tstackA[++top] = END_OF_STACK;
        }
        pathEdge[v] = e;
        return w;
      }
      if (tree.startsPath[e]) {
        pushPath(tree.number[w], tree.number[v], tree.number[v]);
      }
      estack[estackSize++] = e;
    }
    return NONE;
  }

  /** Pushes the pair of a new path, and merges it with the pairs that it overlaps. */
  private void pushPath(int a, int highest, int lowest) {
    int h = highest;
    int b = lowest;
    if (tstackA[top] > a) {
      h = 0;
      while (tstackA[top] > a) {
        h = Math.max(h, tstackH[top]);
        b = tstackB[top--];
      }
    }
    top++;
    tstackH[top] = h;
    tstackA[top] = a;
    tstackB[top] = b;
  }

  private void leaveChild(int v, int child) {
    estack[estackSize++] = tree.treeEdge[child];
    int w = splitTypeTwo(v, child);
    splitTypeOne(v, w);
    if (tree.startsPath[pathEdge[v]]) {
      while (tstackA[top] != END_OF_STACK) {
        top--;
      }
      top--;
    }
    while (tstackA[top] != END_OF_STACK
        && tstackB[top] != tree.number[v]
        && tree.highPoints.high(v) > tstackH[top]) {
      top--;
    }
    openEdges[v]--;
  }

  /**
   * Splits off components below a child of {@code v}, and returns the target of the tree edge that
   * replaces them.
   */
  private int splitTypeTwo(int v, int child) {
    int w = child;
    while (tree.number[v] != 1 && (tstackA[top] == tree.number[v] || isPassed(w))) {
      if (tstackA[top] == tree.number[v] && tree.father[tree.vertexAt[tstackB[top]]] == v) {
        top--;
      } else {
        w = isPassed(w) ? splitPassed(v) : splitPair(v);
      }
    }
    return w;
  }

  /** Whether the only edges of a vertex are the tree edge above it and one tree edge below. */
  private boolean isPassed(int w) {
    return tree.degree[w] == 2 && tree.number[tree.firstTarget(w)] > tree.number[w];
  }

  private int splitPassed(int v) {
    int upper = estack[--estackSize];
    int lower = estack[--estackSize];
    tree.remove(lower);
    int x = tree.to[lower];
    int virtual = newEdge(v, x);
    tree.degree[x]--;
    tree.degree[v]--;
    components.begin();
    components.add(upper);
    components.add(lower);
    components.add(virtual);
    int frond = NONE;
    if (estackSize > 0) {
      int e = estack[estackSize - 1];
      if (tree.from[e] == x && tree.to[e] == v) {
        frond = e;
        estackSize--;
        drop(e);
      }
    }
    return close(v, x, virtual, frond);
  }

  private int splitPair(int v) {
    int a = tstackA[top];
    int b = tstackB[top];
    int h = tstackH[top--];
    int frond = NONE;
    components.begin();
    while (estackSize > 0) {
      int e = estack[estackSize - 1];
      int x = tree.number[tree.from[e]];
      int y = tree.number[tree.to[e]];
      if (Math.min(x, y) < a || Math.max(x, y) > h) {
        break;
      }
      estackSize--;
      if (Math.min(x, y) == Math.min(a, b) && Math.max(x, y) == Math.max(a, b)) {
        frond = e;
        drop(e);
      } else {
        if (slot[v] != tree.slotOf[e]) {
          drop(e);
        }
        components.add(e);
        tree.degree[tree.from[e]]--;
        tree.degree[tree.to[e]]--;
      }
    }
    int x = tree.vertexAt[b];
    int virtual = newEdge(v, x);
    components.add(virtual);
    return close(v, x, virtual, frond);
  }

  private void drop(int e) {
    tree.remove(e);
    tree.highPoints.remove(tree.to[e], e);
  }

  /**
   * Makes the virtual edge of a type-2 split, joined with a parallel frond if there is one, the
   * current tree edge of {@code v}.
   */
  private int close(int v, int x, int virtual, int frond) {
    int e = virtual;
    if (frond != NONE) {
      e = bond(frond, virtual, v, x);
      tree.degree[x]--;
      tree.degree[v]--;
    }
    estack[estackSize++] = e;
    tree.putInSlot(slot[v], e);
    tree.degree[x]++;
    tree.degree[v]++;
    tree.father[x] = v;
    tree.treeEdge[x] = e;
    tree.isTree[e] = true;
    return x;
  }

  private int bond(int first, int second, int from, int to) {
    components.begin();
    components.add(first);
    components.add(second);
    int virtual = newEdge(from, to);
    components.add(virtual);
    return virtual;
  }

  private int newEdge(int from, int to) {
    tree.from[edgeCount] = from;
    tree.to[edgeCount] = to;
    return edgeCount++;
  }

  /**
   * Splits off everything below {@code w} if it is connected with the rest only through {@code v}
   * and one more vertex.
   */
  private void splitTypeOne(int v, int w) {
    int vNumber = tree.number[v];
    if (tree.low2[w] < vNumber
        || tree.low1[w] >= vNumber
        || (tree.father[v] == root && openEdges[v] < 2)) {
      return;
    }
    int low = tree.vertexAt[tree.low1[w]];
    components.begin();
    while (estackSize > 0 && touchesSubtree(estack[estackSize - 1], w)) {
      int e = estack[--estackSize];
      components.add(e);
      tree.highPoints.remove(tree.to[e], e);
      tree.degree[tree.from[e]]--;
      tree.degree[tree.to[e]]--;
    }
    int virtual = newEdge(v, low);
    components.add(virtual);
    if (estackSize > 0 && joins(estack[estackSize - 1], v, low)) {
      virtual = bondWithFrond(v, low, virtual);
    }
    if (low != tree.father[v]) {
      replaceByFrond(v, low, virtual);
    } else {
      joinWithTreeEdge(v, low, virtual);
    }
  }

  private boolean touchesSubtree(int e, int w) {
    int first = tree.number[w];
    int descendants = tree.descendants[w];
    return tree.isDescendant(tree.from[e], first, descendants)
        || tree.isDescendant(tree.to[e], first, descendants);
  }

  private boolean joins(int e, int v, int w) {
    return (tree.from[e] == v && tree.to[e] == w) || (tree.from[e] == w && tree.to[e] == v);
  }

  private int bondWithFrond(int v, int low, int split) {
    int frond = estack[--estackSize];
    if (tree.slotOf[frond] != slot[v]) {
      tree.remove(frond);
    }
    int virtual = bond(frond, split, v, low);
    tree.highPoints.transfer(frond, virtual);
    tree.degree[v]--;
    tree.degree[low]--;
    return virtual;
  }

  private void replaceByFrond(int v, int low, int virtual) {
    estack[estackSize++] = virtual;
    tree.putInSlot(slot[v], virtual);
    if (!tree.highPoints.contains(virtual) && tree.highPoints.high(low) < tree.number[v]) {
      tree.highPoints.prepend(low, virtual, tree.number[v]);
    }
    tree.degree[v]++;
    tree.degree[low]++;
  }

  private void joinWithTreeEdge(int v, int low, int virtual) {
    tree.slotEdge[slot[v]] = NONE;
    int above = tree.treeEdge[v];
    int e = bond(virtual, above, low, v);
    tree.treeEdge[v] = e;
    tree.isTree[e] = true;
    tree.putInSlot(tree.slotOf[above], e);
  }
}
