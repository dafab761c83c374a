package io.flowgauge.probabilistic.network;

import io.flowgauge.model.graph.Dag;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The longest path to a node without successors in a graph whose nodes have lengths. Immutable and
 * thread-safe.
 */
final class LongestMeanPath {
  private static final int NONE = -1;

  /** The predecessor of each node on the longest path to it. */
  private final int[] before;

  private int last = NONE;
  private double length = Double.NEGATIVE_INFINITY;

  LongestMeanPath(Dag dag, IntToDoubleFunction lengthOf) {
    before = new int[dag.nodeCount()];
    double[] end = new double[before.length];
    for (int p = 0; p < end.length; p++) {
      int v = dag.nodeAt(p);
      before[v] = NONE;
      for (int k = 0; k < dag.predecessorCount(v); k++) {
        int u = dag.predecessor(v, k);
        before[v] = before[v] == NONE || end[u] > end[before[v]] ? u : before[v];
      }
      end[v] = lengthOf.applyAsDouble(v) + (before[v] == NONE ? 0 : end[before[v]]);
      if (dag.successorCount(v) == 0 && (last == NONE || end[v] > length)) {
        last = v;
        length = end[v];
      }
    }
  }

  double length() {
    return length;
  }

  /** Returns the nodes of the path, the last first. */
  IntStream nodes() {
    return IntStream.iterate(last, v -> v != NONE, v -> before[v]);
  }
}
