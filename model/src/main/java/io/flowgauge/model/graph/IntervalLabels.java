package io.flowgauge.model.graph;

/**
 * Interval labels from one depth-first traversal, which answer many reachability questions
 * immediately.
 *
 * <p>A node is numbered when the traversal leaves it. The interval of numbers in its subtree of the
 * traversal proves reachability; the interval down to the smallest number that it reaches at all
 * disproves it (Yildirim, Chaoji, Zaki: GRAIL, 2010). In between, the labels do not decide.
 */
final class IntervalLabels {

  private final int[] number;
  private final int[] treeLow;
  private final int[] reachLow;

  private IntervalLabels(int n) {
    number = new int[n];
    treeLow = new int[n];
    reachLow = new int[n];
  }

  /**
   * Traverses the graph from each source, visiting successors in ascending or in descending order.
   */
  static IntervalLabels of(RankedGraph graph, boolean ascending) {
    IntervalLabels labels = new IntervalLabels(graph.size());
    Traversal traversal = labels.new Traversal(graph, ascending);
    int n = graph.size();
    for (int i = 0; i < n; i++) {
      int v = ascending ? i : n - 1 - i;
      if (graph.predecessors.size(v) == 0) {
        traversal.run(v);
      }
    }
    return labels;
  }

  /** The state of the depth-first traversal that fills in the labels. */
  private final class Traversal {

    private final int[] start;
    private final int[] target;
    private final boolean ascending;
    private final int[] tried;
    private final boolean[] entered;
    private final int[] stack;
    private int left;

    Traversal(RankedGraph graph, boolean ascending) {
      this.start = graph.successors.start;
      this.target = graph.successors.target;
      this.ascending = ascending;
      this.tried = new int[graph.size()];
      this.entered = new boolean[graph.size()];
      this.stack = new int[graph.size()];
    }

    void run(int root) {
      int depth = 0;
      stack[0] = enter(root);
      while (depth >= 0) {
        int v = stack[depth];
        int w = nextUnentered(v);
        if (w >= 0) {
          stack[++depth] = enter(w);
        } else {
          leave(v);
          depth--;
        }
      }
    }

    private int enter(int v) {
      entered[v] = true;
      treeLow[v] = left;
      return v;
    }

    private int nextUnentered(int v) {
      int degree = start[v + 1] - start[v];
      while (tried[v] < degree) {
        int k = tried[v]++;
        int w = target[ascending ? start[v] + k : start[v + 1] - 1 - k];
        if (!entered[w]) {
          return w;
        }
      }
      return -1;
    }

    /** Labels a node. All its successors have been left already, because the graph is acyclic. */
    private void leave(int v) {
      number[v] = left;
      int low = left++;
      for (int e = start[v]; e < start[v + 1]; e++) {
        low = Math.min(low, reachLow[target[e]]);
      }
      reachLow[v] = low;
    }
  }

  /** Whether a path may exist; false proves that there is none. */
  boolean mayReach(int from, int to) {
    return number[to] <= number[from] && reachLow[from] <= reachLow[to];
  }

  /** Whether a path exists for certain; false proves nothing. */
  boolean surelyReaches(int from, int to) {
    return treeLow[from] <= number[to] && number[to] <= number[from];
  }
}
