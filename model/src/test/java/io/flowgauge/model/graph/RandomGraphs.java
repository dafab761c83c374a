package io.flowgauge.model.graph;

import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Small random acyclic graphs whose node numbers are independent of their order. */
final class RandomGraphs {

  private RandomGraphs() {}

  /** Graphs of up to {@code maxNodes} nodes, from edgeless to complete. */
  static Arbitrary<Dag> upTo(int maxNodes) {
    Arbitrary<Integer> nodes = Arbitraries.integers().between(0, maxNodes);
    Arbitrary<Double> densities = Arbitraries.doubles().between(0, 1).ofScale(2);
    Arbitrary<Long> seeds = Arbitraries.longs();
    return Combinators.combine(nodes, densities, seeds)
        .as((n, density, seed) -> random(n, density, new Random(seed)));
  }

  /** Joins each pair of nodes, in a hidden order, with the given probability. */
  static Dag random(int nodes, double density, Random random) {
    int[] label = shuffled(nodes, random);
    EdgeList edges = new EdgeList();
    for (int v = 0; v < nodes; v++) {
      for (int u = 0; u < v; u++) {
        if (random.nextDouble() < density) {
          edges.add(label[u], label[v]);
        }
      }
    }
    return edges.toDag(nodes);
  }

  /** Returns the numbers {@code 0..n-1} in random order. */
  static int[] shuffled(int n, Random random) {
    int[] label = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      label[i] = label[j];
      label[j] = i;
    }
    return label;
  }

  /**
   * Returns the closure: {@code reach[u][v]} is whether a path of one edge or more leads from u to
   * v.
   */
  static boolean[][] closure(Dag dag) {
    int n = dag.nodeCount();
    boolean[][] reach = new boolean[n][n];
    for (int p = n - 1; p >= 0; p--) {
      int u = dag.nodeAt(p);
      for (int k = 0; k < dag.successorCount(u); k++) {
        int v = dag.successor(u, k);
        reach[u][v] = true;
        for (int w = 0; w < n; w++) {
          reach[u][w] |= reach[v][w];
        }
      }
    }
    return reach;
  }

  /** Returns the edges of a closure that are not implied by two others. */
  static Dag reductionOf(boolean[][] reach) {
    EdgeList edges = new EdgeList();
    for (int u = 0; u < reach.length; u++) {
      for (int v = 0; v < reach.length; v++) {
        if (reach[u][v] && !implied(reach, u, v)) {
          edges.add(u, v);
        }
      }
    }
    return edges.toDag(reach.length);
  }

  private static boolean implied(boolean[][] reach, int u, int v) {
    for (int w = 0; w < reach.length; w++) {
      if (reach[u][w] && reach[w][v]) {
        return true;
      }
    }
    return false;
  }
}
