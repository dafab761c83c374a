package io.flowgauge.probabilistic.irregular;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The sets of stages that can have ended, from none to all, and their transitions, which always
 * lead to higher numbers. Immutable and thread-safe.
 */
final class StageStates {
  /**
   * Transitions from state s have the indices from start[s] up to, but not including, start[s + 1].
   */
  final int[] start;

  final int[] next;

  /** Rate of each transition, per second. */
  final double[] rate;

  private StageStates(int[] start, int[] next, double[] rate) {
    this.start = start;
    this.next = next;
    this.rate = rate;
  }

  /**
   * Enumerates the states of a graph.
   *
   * @param most greatest number of states
   * @return null if there are more
   */
  static StageStates of(StageGraph graph, int most) {
    Search search = new Search(graph, most);
    for (int state = 0; state < search.size; state++) {
      if (!search.expand(state)) {
        return null;
      }
    }
    return new StageStates(
        Arrays.copyOf(search.start, search.size + 1),
        Arrays.copyOf(search.next, search.transitions),
        Arrays.copyOf(search.rate, search.transitions));
  }

  int count() {
    return start.length - 1;
  }

  /** Returns the rate of transitions out of a state, per second. */
  double exitRate(int state) {
    double sum = 0;
    for (int k = start[state]; k < start[state + 1]; k++) {
      sum += rate[k];
    }
    return sum;
  }

  /** A breadth-first search, which numbers smaller sets first. */
  private static final class Search {
    private final StageGraph graph;
    private final Map<Long, Integer> number = new HashMap<>();
    private final long[] ended;
    private final int[] start;
    private int[] next = new int[64];
    private double[] rate = new double[64];
    private int size = 1;
    private int transitions;

    Search(StageGraph graph, int most) {
      this.graph = graph;
      ended = new long[most];
      start = new int[most + 1];
      number.put(0L, 0);
    }

    boolean expand(int state) {
      for (long rest = graph.running(ended[state]); rest != 0; rest &= rest - 1) {
        long after = ended[state] | Long.lowestOneBit(rest);
        Integer to = number.get(after);
        if (to == null) {
          if (size == ended.length) {
            return false;
          }
          to = size;
          ended[size] = after;
          number.put(after, size++);
        }
        add(to, graph.rate(Long.numberOfTrailingZeros(rest)));
      }
      start[state + 1] = transitions;
      return true;
    }

    private void add(int to, double perSecond) {
      if (transitions == next.length) {
        next = Arrays.copyOf(next, 2 * next.length);
        rate = Arrays.copyOf(rate, 2 * rate.length);
      }
      next[transitions] = to;
      rate[transitions++] = perSecond;
    }
  }
}
