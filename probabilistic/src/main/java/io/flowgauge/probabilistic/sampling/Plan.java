package io.flowgauge.probabilistic.sampling;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.draw.DurationTables;
import java.util.Arrays;

/**
 * The order in which to compute the ends of nodes, and the buffer row that holds each. A row is
 * reused once the last successor has read it, so that memory grows only with the width of the
 * graph. Places are positions in that order. Immutable and thread-safe.
 */
public final class Plan {
  /** Nodes in topological order, without those that are not selected. */
  final int[] node;

  /**
   * Predecessors of the node at place p have the indices from start[p] up to, but not including,
   * start[p + 1].
   */
  final int[] start;

  /** Places of predecessors. */
  final int[] before;

  /** Typical end of each predecessor less that of the node's last predecessor: 0 or less. */
  final float[] shift;

  /** The row of the node at a place. */
  final int[] row;

  /** Whether the node at a place has no successors that wait for it. */
  final boolean[] isSink;

  /** When the node at a place typically ends. */
  final double[] end;

  /** When the last node typically ends. */
  final double longest;

  final int rowCount;

  private Plan(Builder builder) {
    node = builder.node;
    start = builder.start;
    before = builder.before;
    shift = builder.shift;
    row = builder.row;
    isSink = builder.isSink;
    end = builder.end;
    rowCount = builder.rowCount;
    longest = Arrays.stream(end).max().orElse(0);
  }

  /** Selects nodes and edges of a graph. */
  public interface Selection {
    /** Selects all nodes and edges. */
    Selection ALL =
        new Selection() {
          @Override
          public boolean isOpen(int node) {
            return true;
          }

          @Override
          public boolean waits(int node) {
            return true;
          }
        };

    /**
     * Whether a node is included in the plan.
     *
     * @return whether it is included
     */
    boolean isOpen(int node);

    /** Whether a node waits for its predecessors; otherwise it begins at time 0. */
    boolean waits(int node);
  }

  static Plan of(Dag dag, DurationTables durations) {
    return new Plan(new Builder(dag, durations, Selection.ALL, false));
  }

  /**
   * Makes a plan of the selected nodes.
   *
   * @param durations durations, of which typical ones are used
   * @param selection the selected nodes
   */
  public static Plan of(Dag dag, DurationTables durations, Selection selection) {
    return new Plan(new Builder(dag, durations, selection, false));
  }

  /**
   * Returns the numbers of the selected nodes in topological order. Callers must not modify the
   * array.
   */
  public int[] nodes() {
    return node;
  }

  /** Makes a plan in which every node keeps its row, so that paths can be traced back. */
  static Plan keepingAll(Dag dag, DurationTables durations) {
    return new Plan(new Builder(dag, durations, Selection.ALL, true));
  }

  /** Lays out nodes one after another. */
  private static final class Builder {
    private final Dag dag;
    private final DurationTables durations;
    private final Selection selection;
    private final boolean keepsAll;
    private final int[] placeOf;
    private final int[] unread;
    private final int[] free;
    private int freeCount;
    private int edges;

    int[] node;
    int[] start;
    int[] before;
    float[] shift;
    int[] row;
    boolean[] isSink;
    double[] end;
    int rowCount;

    Builder(Dag dag, DurationTables durations, Selection selection, boolean keepsAll) {
      this.dag = dag;
      this.durations = durations;
      this.selection = selection;
      this.keepsAll = keepsAll;
      placeOf = new int[dag.nodeCount()];
      node = openNodes();
      int size = node.length;
      start = new int[size + 1];
      before = new int[dag.edgeCount()];
      shift = new float[before.length];
      row = new int[size];
      isSink = new boolean[size];
      end = new double[size];
      unread = new int[size];
      free = new int[size];
      for (int place = 0; place < size; place++) {
        put(place);
      }
    }

    private int[] openNodes() {
      int[] open = new int[dag.nodeCount()];
      int size = 0;
      for (int p = 0; p < open.length; p++) {
        int v = dag.nodeAt(p);
        if (selection.isOpen(v)) {
          placeOf[v] = size;
          open[size++] = v;
        }
      }
      return Arrays.copyOf(open, size);
    }

    private void put(int place) {
      int v = node[place];
      unread[place] = waitingAfter(v);
      isSink[place] = unread[place] == 0;
      double latest = selection.waits(v) ? putPredecessors(v) : 0;
      start[place + 1] = edges;
      end[place] = latest + (selection.waits(v) ? durations.typical(v) : 0);
      row[place] = keepsAll || freeCount == 0 ? rowCount++ : free[--freeCount];
      freeRows(place, latest);
    }

    private int waitingAfter(int v) {
      int count = 0;
      for (int k = 0; k < dag.successorCount(v); k++) {
        int w = dag.successor(v, k);
        count += selection.isOpen(w) && selection.waits(w) ? 1 : 0;
      }
      return count;
    }

    /** Adds the predecessors of a node; returns when the last of them typically ends. */
    private double putPredecessors(int v) {
      double latest = Double.NEGATIVE_INFINITY;
      for (int k = 0; k < dag.predecessorCount(v); k++) {
        int u = dag.predecessor(v, k);
        if (selection.isOpen(u)) {
          before[edges++] = placeOf[u];
          latest = Math.max(latest, end[placeOf[u]]);
        }
      }
      return latest == Double.NEGATIVE_INFINITY ? 0 : latest;
    }

    private void freeRows(int place, double latest) {
      for (int k = start[place]; k < start[place + 1]; k++) {
        shift[k] = (float) (end[before[k]] - latest);
        if (--unread[before[k]] == 0) {
          free[freeCount++] = row[before[k]];
        }
      }
      if (isSink[place]) {
        free[freeCount++] = row[place];
      }
    }
  }
}
