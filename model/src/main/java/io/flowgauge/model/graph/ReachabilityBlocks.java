package io.flowgauge.model.graph;

import java.util.Arrays;

/**
 * Settles open edges exactly with bit sets. For one block of consecutive ranks after another, it
 * finds which ranks of the block each earlier rank reaches.
 *
 * <p>Only the ranks from the smallest source of an open edge into the block up to the end of the
 * block take part, so edges of span {@code s} cost about {@code m (s + 512) / 64} word operations.
 */
final class ReachabilityBlocks {

  private static final int WORDS = 8;
  private static final int COLUMNS = WORDS * Long.SIZE;
  private static final int SPAN_CLASSES = Integer.SIZE;

  private final RankedGraph graph;
  private final EdgeStates states;
  private long[] rows = new long[0];

  ReachabilityBlocks(RankedGraph graph, EdgeStates states) {
    this.graph = graph;
    this.states = states;
  }

  /**
   * Settles every open edge whose span is below the largest power of two that the budget allows.
   */
  void settle(long wordBudget) {
    if (states.openCount() == 0) {
      return;
    }
    int[] affordable = null;
    for (int[] firstRanks : firstRanksBySpan()) {
      if (cost(firstRanks) > wordBudget) {
        break;
      }
      affordable = firstRanks;
    }
    if (affordable != null) {
      settle(affordable);
    }
  }

  /**
   * Returns the smallest source of an open edge into each block, for edges of each span class
   * (below 2, 4, 8, ...) or a lower one; the end of the block if there is none.
   */
  private int[][] firstRanksBySpan() {
    int blocks = (graph.size() + COLUMNS - 1) / COLUMNS;
    int[][] first = new int[SPAN_CLASSES][blocks];
    for (int b = 0; b < blocks; b++) {
      first[0][b] = end(b);
    }
    for (int c = 1; c < SPAN_CLASSES; c++) {
      first[c] = first[0].clone();
    }
    for (int e = 0; e < graph.edgeCount(); e++) {
      if (states.isOpen(e)) {
        int[] ofClass = first[Integer.SIZE - Integer.numberOfLeadingZeros(graph.span(e))];
        int block = graph.successors.target[e] / COLUMNS;
        ofClass[block] = Math.min(ofClass[block], graph.source[e]);
      }
    }
    for (int c = 1; c < SPAN_CLASSES; c++) {
      for (int b = 0; b < blocks; b++) {
        first[c][b] = Math.min(first[c][b], first[c - 1][b]);
      }
    }
    return first;
  }

  private long cost(int[] firstRanks) {
    int[] start = graph.successors.start;
    long edges = 0;
    for (int b = 0; b < firstRanks.length; b++) {
      edges += start[end(b)] - start[firstRanks[b]];
    }
    return edges * WORDS;
  }

  private int end(int block) {
    return Math.min(graph.size(), (block + 1) * COLUMNS);
  }

  private void settle(int[] firstRanks) {
    for (int b = 0; b < firstRanks.length; b++) {
      if (firstRanks[b] < end(b)) {
        settleBlock(b * COLUMNS, end(b), firstRanks[b]);
      }
    }
  }

  private void settleBlock(int begin, int end, int first) {
    int length = (end - first) * WORDS;
    if (rows.length < length) {
      rows = new long[Math.max(length, 2 * rows.length)];
    }
    for (int u = end - 1; u >= first; u--) {
      int row = (u - first) * WORDS;
      Arrays.fill(rows, row, row + WORDS, 0);
      settleRow(u, row, begin, end, first);
    }
  }

  /**
   * Settles the edges of one rank. Successors are in ascending order, so by the time of {@code v}
   * the row contains everything that could imply an edge to it. The row of an implied edge adds
   * nothing.
   */
  private void settleRow(int u, int row, int begin, int end, int first) {
    int[] target = graph.successors.target;
    int last = graph.successors.start[u + 1];
    for (int e = graph.successors.start[u]; e < last && target[e] < end; e++) {
      int v = target[e];
      if (states.isImplied(e)) {
        continue;
      }
      if (v >= begin) {
        int word = row + (v - begin) / Long.SIZE;
        long bit = 1L << (v - begin);
        boolean implied = (rows[word] & bit) != 0;
        states.settle(e, implied);
        if (implied) {
          continue;
        }
        rows[word] |= bit;
      }
      unite(row, (v - first) * WORDS);
    }
  }

  private void unite(int row, int other) {
    for (int i = 0; i < WORDS; i++) {
      rows[row + i] |= rows[other + i];
    }
  }
}
