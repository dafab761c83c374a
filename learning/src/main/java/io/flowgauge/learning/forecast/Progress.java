package io.flowgauge.learning.forecast;

import io.flowgauge.model.graph.Dag;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Progress of a run: which activities have finished, and which are running since when. Not
 * thread-safe.
 */
final class Progress {
  private final Dag dag;
  private final boolean[] finished;

  /** When running activities began; NaN for the others. */
  private final double[] began;

  /** Number of unfinished predecessors of each activity. */
  private final int[] awaited;

  /** When each became ready or, if it failed, when it failed. */
  private final double[] ready;

  private int unfinished;
  private int running;
  private int waiting;
  private double last;

  Progress(Dag dag) {
    this.dag = dag;
    unfinished = dag.nodeCount();
    finished = new boolean[unfinished];
    began = new double[unfinished];
    awaited = new int[unfinished];
    ready = new double[unfinished];
    Arrays.fill(began, Double.NaN);
    Arrays.setAll(awaited, dag::predecessorCount);
    waiting = (int) Arrays.stream(awaited).filter(count -> count == 0).count();
  }

  void start(int activity, double at) {
    waiting -= waits(activity) ? 1 : 0;
    running += runs(activity) ? 0 : 1;
    began[activity] = at;
    last = Math.max(last, at);
  }

  void fail(int activity, double at) {
    running -= runs(activity) ? 1 : 0;
    waiting += runs(activity) && awaited[activity] <= 0 ? 1 : 0;
    began[activity] = Double.NaN;
    ready[activity] = at;
    last = Math.max(last, at);
  }

  void finish(int activity, double at) {
    waiting -= waits(activity) ? 1 : 0;
    running -= runs(activity) ? 1 : 0;
    finished[activity] = true;
    began[activity] = Double.NaN;
    unfinished--;
    last = Math.max(last, at);
    for (int k = 0; k < dag.successorCount(activity); k++) {
      int next = dag.successor(activity, k);
      awaited[next]--;
      ready[next] = Math.max(ready[next], at);
      waiting += awaited[next] == 0 && waits(next) ? 1 : 0;
    }
  }

  boolean isFinished(int activity) {
    return finished[activity];
  }

  boolean runs(int activity) {
    return !Double.isNaN(began[activity]);
  }

  private boolean waits(int activity) {
    return !finished[activity] && !runs(activity) && awaited[activity] <= 0;
  }

  /** Number of running activities. */
  int runningCount() {
    return running;
  }

  /** Number of activities that are ready and not running. */
  int waitingCount() {
    return waiting;
  }

  /** When an activity that runs began: seconds. */
  double began(int activity) {
    return began[activity];
  }

  int unfinished() {
    return unfinished;
  }

  /** The time of the last event. */
  double lastEventTime() {
    return last;
  }

  int[] unfinishedActivities() {
    return IntStream.range(0, finished.length).filter(v -> !finished[v]).toArray();
  }

  int[] running() {
    return IntStream.range(0, finished.length).filter(this::runs).toArray();
  }

  /** The activities that are ready, in the order in which they became ready. */
  int[] waiting() {
    return IntStream.range(0, finished.length)
        .filter(this::waits)
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(v -> ready[v]).thenComparingInt(v -> v))
        .mapToInt(v -> v)
        .toArray();
  }

  /**
   * Number of unfinished activities that each activity waits for; 0 for those that have finished or
   * are running.
   */
  int[] awaited() {
    return IntStream.range(0, finished.length)
        .map(v -> finished[v] || runs(v) ? 0 : awaited[v])
        .toArray();
  }
}
