package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;
import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/**
 * A heaviest path from a source to a sink of a graph with weighted nodes.
 *
 * <pre>{@code
 * Dag diamond = Dag.of(4, new int[] {0, 0, 1, 2}, new int[] {1, 2, 3, 3});
 * LongestPath path = LongestPath.of(diamond, new long[] {1, 5, 7, 1});
 * System.out.println(path.length()); // 9
 * System.out.println(Arrays.toString(path.nodes())); // [0, 2, 3]
 * }</pre>
 *
 * <p>Among equally heavy paths the last node is the smallest possible, then the one before it, and
 * so on. Immutable and thread-safe.
 */
public final class LongestPath {
  private final long length;
  private final int[] nodes;

  private LongestPath(long length, int[] nodes) {
    this.length = length;
    this.nodes = nodes;
  }

  /**
   * Finds a heaviest path in {@code O(n + m)} time.
   *
   * @param weights the weight of each node, in any unit; negative ones are allowed
   * @return the path; empty with length zero for the empty graph
   * @throws IllegalArgumentException if there is not exactly one weight per node
   * @throws ArithmeticException if the weight of a path overflows a {@code long}
   */
  public static LongestPath of(Dag dag, long[] weights) {
    requireNonNull(dag, "dag");
    requireNonNull(weights, "weights");
    if (weights.length != dag.nodeCount()) {
      throw new IllegalArgumentException(
          "weights must hold one value for each of %d nodes, but holds %d"
              .formatted(dag.nodeCount(), weights.length));
    }
    long[] heaviest = new long[weights.length];
    for (int p = 0; p < weights.length; p++) {
      int v = dag.nodeAt(p);
      int previous = heaviestPredecessor(dag, heaviest, v);
      heaviest[v] = previous == NONE ? weights[v] : Math.addExact(heaviest[previous], weights[v]);
    }
    int last = heaviestSink(dag, heaviest);
    return last == NONE
        ? new LongestPath(0, new int[0])
        : new LongestPath(heaviest[last], pathTo(dag, heaviest, last));
  }

  private static int heaviestPredecessor(Dag dag, long[] heaviest, int v) {
    Adjacency predecessors = dag.predecessors();
    int best = NONE;
    for (int e = predecessors.start[v]; e < predecessors.start[v + 1]; e++) {
      int u = predecessors.target[e];
      if (best == NONE || heaviest[u] > heaviest[best]) {
        best = u;
      }
    }
    return best;
  }

  private static int heaviestSink(Dag dag, long[] heaviest) {
    int best = NONE;
    for (int v = 0; v < heaviest.length; v++) {
      if (dag.successorCount(v) == 0 && (best == NONE || heaviest[v] > heaviest[best])) {
        best = v;
      }
    }
    return best;
  }

  private static int[] pathTo(Dag dag, long[] heaviest, int last) {
    int[] path = new int[dag.level(last) + 1];
    int first = path.length;
    for (int v = last; v != NONE; v = heaviestPredecessor(dag, heaviest, v)) {
      path[--first] = v;
    }
    return Arrays.copyOfRange(path, first, path.length);
  }

  /**
   * The weight of the path: the sum over its nodes.
   *
   * @return the weight, in the unit of the weights
   */
  public long length() {
    return length;
  }

  /**
   * The nodes of the path from the source to the sink: a new array; empty only for the empty graph.
   */
  public int[] nodes() {
    return nodes.clone();
  }

  /**
   * One line with the length and the number of nodes: text such as {@code LongestPath[length=9,
   * nodes=3]}.
   */
  @Override
  public String toString() {
    return "LongestPath[length=" + length + ", nodes=" + nodes.length + "]";
  }
}
