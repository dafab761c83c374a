package io.flowgauge.probabilistic.network;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.sampling.Plan;
import java.util.Arrays;

/**
 * The state of a run: which activities have finished, which are running, and since when. Not
 * thread-safe.
 */
final class RunState implements Plan.Selection {
  private static final double UNREPORTED = Double.NaN;

  private final Dag dag;
  private final boolean[] finished;

  /** Reported start of each activity. */
  private final double[] reported;

  /** Number of unfinished predecessors of each activity. */
  private final int[] awaited;

  /** Latest end of a predecessor so far, for each activity. */
  private final double[] ready;

  private int unfinished;
  private double last;

  RunState(Dag dag) {
    this.dag = dag;
    unfinished = dag.nodeCount();
    finished = new boolean[unfinished];
    reported = new double[unfinished];
    awaited = new int[unfinished];
    ready = new double[unfinished];
    Arrays.fill(reported, UNREPORTED);
    Arrays.setAll(awaited, dag::predecessorCount);
  }

  void start(int node, double at) {
    reported[node] = at;
    last = Math.max(last, at);
  }

  void finish(int node, double at) {
    finished[node] = true;
    unfinished--;
    last = Math.max(last, at);
    for (int k = 0; k < dag.successorCount(node); k++) {
      int next = dag.successor(node, k);
      awaited[next]--;
      ready[next] = Math.max(ready[next], at);
    }
  }

  boolean isFinished(int node) {
    return finished[node];
  }

  boolean isReportedToStartAfter(int node, double at) {
    return reported[node] > at;
  }

  int unfinished() {
    return unfinished;
  }

  /** Returns the number of unfinished activities that an activity waits for. */
  int awaited(int node) {
    return awaited[node];
  }

  /** Returns the time of the last event. */
  double lastEventTime() {
    return last;
  }

  @Override
  public boolean isOpen(int node) {
    return !finished[node];
  }

  @Override
  public boolean waits(int node) {
    return awaited[node] > 0 && Double.isNaN(reported[node]);
  }

  /** Returns when an activity that does not wait began: as reported, else when it became ready. */
  double startTime(int node) {
    return Double.isNaN(reported[node]) ? ready[node] : reported[node];
  }
}
