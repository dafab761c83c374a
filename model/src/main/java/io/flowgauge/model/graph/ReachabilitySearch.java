package io.flowgauge.model.graph;

import java.util.Arrays;

/**
 * Settles open edges by search, pruned by levels and interval labels, within a budget of steps.
 *
 * <p>An edge {@code u -> v} is implied if {@code v} can be reached from another successor of {@code
 * u}. One end of the edge is the hub: its neighbours are marked, and a search from the other end of
 * each of its open edges looks for them. Later searches around the same hub avoid nodes that an
 * earlier one found to lead to no mark. Which end is the better hub is not known beforehand: a
 * backward search may need thousands of steps among the many predecessors of a join where a forward
 * search takes three. So both ends are tried with a few steps, then with many.
 */
final class ReachabilitySearch {

  private static final int FEW_STEPS = 64;
  private static final int MANY_STEPS = 4096;

  private final RankedGraph graph;
  private final EdgeStates states;
  private final IntervalLabels[] labels;
  private final int[] marked;
  private final int[] fruitless;
  private final int[] seen;
  private final int[] pending = new int[MANY_STEPS];
  private int stepsPerEdge;
  private long budget;

  private ReachabilitySearch(RankedGraph graph, EdgeStates states, long budget) {
    this.graph = graph;
    this.states = states;
    this.budget = budget;
    this.labels =
        new IntervalLabels[] {IntervalLabels.of(graph, true), IntervalLabels.of(graph, false)};
    this.marked = new int[graph.size()];
    this.fruitless = new int[graph.size()];
    this.seen = new int[MANY_STEPS];
  }

  /** Settles as many open edges as the budget of steps allows; the others stay open. */
  static void settle(RankedGraph graph, EdgeStates states, long stepBudget) {
    if (states.openCount() > 0) {
      ReachabilitySearch search = new ReachabilitySearch(graph, states, stepBudget);
      search.round(FEW_STEPS);
      search.round(MANY_STEPS);
    }
  }

  /**
   * Searches with a limit of steps for each edge: first with the end that has more neighbours as
   * hub, then with the other end.
   */
  private void round(int steps) {
    stepsPerEdge = steps;
    settleAround(openEdges(true, true), true);
    settleAround(openEdges(false, true), false);
    settleAround(openEdges(true, false), true);
    settleAround(openEdges(false, false), false);
  }

  /**
   * Returns the open edges that have their source (or target) as hub in this pass, grouped by hub.
   */
  private Adjacency openEdges(boolean hubIsSource, boolean hubIsLarger) {
    int[] hub = new int[states.openCount()];
    int[] edge = new int[hub.length];
    int count = 0;
    for (int e = 0; e < graph.edgeCount(); e++) {
      if (states.isOpen(e)) {
        int u = graph.source[e];
        int v = graph.successors.target[e];
        boolean sourceIsLarger = graph.successors.size(u) >= graph.predecessors.size(v);
        if (hubIsSource == (sourceIsLarger == hubIsLarger)) {
          hub[count] = hubIsSource ? u : v;
          edge[count++] = e;
        }
      }
    }
    return Adjacency.group(graph.size(), hub, edge, count);
  }

  private void settleAround(Adjacency edges, boolean hubIsSource) {
    Arrays.fill(marked, -1);
    Arrays.fill(fruitless, -1);
    for (int hub = 0; hub < graph.size() && budget > 0; hub++) {
      if (edges.size(hub) > 0) {
        markNeighbours(hub, hubIsSource ? graph.successors : graph.predecessors);
        for (int i = edges.start[hub]; i < edges.start[hub + 1] && budget > 0; i++) {
          int e = edges.target[i];
          search(e, hub, hubIsSource);
        }
      }
    }
  }

  private void markNeighbours(int hub, Adjacency neighbours) {
    for (int i = neighbours.start[hub]; i < neighbours.start[hub + 1]; i++) {
      marked[neighbours.target[i]] = hub;
    }
    budget -= neighbours.size(hub);
  }

  /**
   * Searches from the other end of an edge for neighbours of the hub, against or along the
   * direction of edges.
   */
  private void search(int edge, int hub, boolean hubIsSource) {
    Adjacency rows = hubIsSource ? graph.predecessors : graph.successors;
    int x = hubIsSource ? graph.successors.target[edge] : graph.source[edge];
    int steps = rows.size(x);
    int seenCount = 0;
    int size = steps <= stepsPerEdge ? push(0, x, rows) : 0;
    while (size > 0) {
      x = pending[--size];
      if (fruitless[x] == hub || isBeyond(hub, x, hubIsSource)) {
        continue;
      }
      boolean hit = marked[x] == hub || surelyJoined(hub, x, hubIsSource);
      steps += rows.size(x);
      if (hit || steps > stepsPerEdge) {
        forget(seenCount);
        if (hit) {
          states.settle(edge, true);
        }
        return;
      }
      fruitless[x] = hub;
      seen[seenCount++] = x;
      size = push(size, x, rows);
    }
    if (steps <= stepsPerEdge) {
      states.settle(edge, false);
    }
  }

  private int push(int size, int x, Adjacency rows) {
    int count = rows.size(x);
    budget -= count;
    System.arraycopy(rows.target, rows.start[x], pending, size, count);
    return size + count;
  }

  /** Forgets what an interrupted search has seen, because it proves nothing. */
  private void forget(int count) {
    for (int i = 0; i < count; i++) {
      fruitless[seen[i]] = -1;
    }
  }

  /** Whether there is certainly no path between the hub and a node; true of the hub itself, too. */
  private boolean isBeyond(int hub, int x, boolean hubIsSource) {
    int from = hubIsSource ? hub : x;
    int to = hubIsSource ? x : hub;
    return graph.level[from] >= graph.level[to]
        || !labels[0].mayReach(from, to)
        || !labels[1].mayReach(from, to);
  }

  private boolean surelyJoined(int hub, int x, boolean hubIsSource) {
    int from = hubIsSource ? hub : x;
    int to = hubIsSource ? x : hub;
    return labels[0].surelyReaches(from, to) || labels[1].surelyReaches(from, to);
  }
}
