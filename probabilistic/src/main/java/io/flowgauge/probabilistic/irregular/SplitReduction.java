package io.flowgauge.probabilistic.irregular;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.workflow.RegionKind;

/**
 * Series-parallel reduction of a small graph, some of whose nodes are constant. A constant node
 * without predecessors or without successors introduces no dependence between its neighbours, so
 * each of them may have its own copy. Not thread-safe.
 */
final class SplitReduction {
  /** Greatest number of nodes and copies, which are bits of a number. */
  static final int MOST = 64;

  private final Expression[] node = new Expression[MOST];
  private final long[] before = new long[MOST];
  private final long[] after = new long[MOST];
  private final long fixed;
  private long alive;
  private int size;

  private SplitReduction(Dag dag, long fixed) {
    this.fixed = fixed;
    size = dag.nodeCount();
    for (int v = 0; v < size; v++) {
      node[v] = Expression.of(v);
      alive |= bit(v);
      for (int k = 0; k < dag.successorCount(v); k++) {
        after[v] |= bit(dag.successor(v, k));
        before[dag.successor(v, k)] |= bit(v);
      }
    }
  }

  private static long bit(int v) {
    return 1L << v;
  }

  /**
   * Reduces a graph to the expression of its makespan.
   *
   * @param dag a transitively reduced graph of at most {@link #MOST} nodes
   * @param fixed constant nodes, as bits
   * @return null if the graph is irregular
   */
  static Expression of(Dag dag, long fixed) {
    SplitReduction reduction = new SplitReduction(dag, fixed);
    while (reduction.merge() || reduction.split()) {
      // Goes on while anything changes.
    }
    boolean isOne = Long.bitCount(reduction.alive) == 1;
    return isOne ? reduction.node[Long.numberOfTrailingZeros(reduction.alive)] : null;
  }

  /** Merges one pair of nodes in parallel or in sequence. */
  private boolean merge() {
    for (long rest = alive; rest != 0; rest &= rest - 1) {
      int v = Long.numberOfTrailingZeros(rest);
      if (after[v] != 0 && (after[v] & (after[v] - 1)) == 0) {
        int w = Long.numberOfTrailingZeros(after[v]);
        if (before[w] == bit(v)) {
          inSequence(v, w);
          return true;
        }
      }
      for (long others = rest & (rest - 1); others != 0; others &= others - 1) {
        int w = Long.numberOfTrailingZeros(others);
        if (before[v] == before[w] && after[v] == after[w]) {
          inParallel(v, w);
          return true;
        }
      }
    }
    return false;
  }

  private void inSequence(int v, int w) {
    node[v] = Expression.of(RegionKind.SEQUENCE, node[v], node[w]);
    after[v] = after[w];
    replace(before, after[w], bit(w), bit(v));
    alive &= ~bit(w);
  }

  private void inParallel(int v, int w) {
    node[v] = Expression.of(RegionKind.PARALLEL, node[v], node[w]);
    replace(before, after[w], bit(w), 0);
    replace(after, before[w], bit(w), 0);
    alive &= ~bit(w);
  }

  private static void replace(long[] sets, long of, long bit, long by) {
    for (long rest = of; rest != 0; rest &= rest - 1) {
      int v = Long.numberOfTrailingZeros(rest);
      sets[v] = (sets[v] & ~bit) | by;
    }
  }

  private boolean split() {
    return split(before, after, false)
        || split(after, before, false)
        || split(before, after, true)
        || split(after, before, true);
  }

  /**
   * Splits one node without predecessors between its successors.
   *
   * @param alike whether to split even between successors that wait for the same nodes
   */
  private boolean split(long[] in, long[] out, boolean alike) {
    long sources = 0;
    for (long rest = alive; rest != 0; rest &= rest - 1) {
      int v = Long.numberOfTrailingZeros(rest);
      sources |= in[v] == 0 && node[v].isFixed(fixed) ? bit(v) : 0;
    }
    for (long rest = size < MOST ? sources : 0; rest != 0; rest &= rest - 1) {
      int v = Long.numberOfTrailingZeros(rest);
      long taken = alike ? Long.lowestOneBit(out[v]) : withSamePredecessors(in, out[v], sources);
      if (taken != out[v]) {
        copy(in, out, v, taken);
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the first of some nodes and those with the same predecessors as it, apart from the
   * nodes in {@code but}.
   */
  private static long withSamePredecessors(long[] in, long nodes, long but) {
    long wanted = nodes == 0 ? 0 : in[Long.numberOfTrailingZeros(nodes)] & ~but;
    long alike = 0;
    for (long rest = nodes; rest != 0; rest &= rest - 1) {
      int v = Long.numberOfTrailingZeros(rest);
      alike |= (in[v] & ~but) == wanted ? bit(v) : 0;
    }
    return alike;
  }

  private void copy(long[] in, long[] out, int v, long taken) {
    int w = size++;
    node[w] = node[v];
    alive |= bit(w);
    in[w] = 0;
    out[w] = taken;
    out[v] &= ~taken;
    replace(in, taken, bit(v), bit(w));
  }
}
