package io.flowgauge.probabilistic.slots;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Mode;
import java.util.stream.IntStream;

/**
 * The jobs of a workflow, one per activity and data segment, and the dependencies among them. Jobs
 * are numbered by data segment and, within it, as the activities are. Immutable and thread-safe.
 */
public final class JobGraph {
  /** Maximum number of jobs: more would take minutes. */
  public static final long MOST = 1 << 20;

  private final int activities;
  final int count;

  private final int[] start;
  private final int[] successors;
  private final int[] predecessorCount;
  private final int segments;
  private final boolean barrier;

  /**
   * The jobs of a workflow.
   *
   * @param dataSegments how many times each activity is done, 1 or more
   * @param mode whether an activity waits for all data segments of its predecessors
   * @throws IllegalStateException if there are more than {@link #MOST} jobs
   */
  public JobGraph(Dag dag, long dataSegments, Mode mode) {
    activities = dag.nodeCount();
    if (dataSegments > MOST / Math.max(1, activities)) {
      throw new IllegalStateException(
          "schedules on bounded slots are limited to %d jobs, but there are %d activities times %d data segments"
              .formatted(MOST, activities, dataSegments));
    }
    segments = (int) dataSegments;
    count = activities * segments;
    barrier = mode == Mode.DP;
    start = new int[activities + 1];
    successors = new int[dag.edgeCount()];
    predecessorCount = new int[activities];
    for (int v = 0; v < activities; v++) {
      predecessorCount[v] = dag.predecessorCount(v);
      start[v + 1] = start[v] + dag.successorCount(v);
      for (int k = 0; k < dag.successorCount(v); k++) {
        successors[start[v] + k] = dag.successor(v, k);
      }
    }
  }

  int activityCount() {
    return activities;
  }

  int activityOf(int job) {
    return segments == 1 ? job : job % activities;
  }

  /** Returns the number of ends that each job, or with barriers each activity, waits for. */
  int[] awaited() {
    int[] awaited = new int[barrier ? activities : count];
    for (int k = 0; k < awaited.length; k++) {
      awaited[k] = predecessorCount[k % activities] * (barrier ? segments : 1);
    }
    return awaited;
  }

  /** Returns the jobs without predecessors, in order. */
  int[] sources() {
    return IntStream.range(0, count)
        .filter(job -> predecessorCount[activityOf(job)] == 0)
        .toArray();
  }

  /** Appends the jobs that become ready when a job ends; returns the new end of the list. */
  int release(int job, int[] awaited, int[] ready, int end) {
    int activity = activityOf(job);
    int base = barrier ? 0 : job - activity;
    int size = end;
    for (int k = start[activity]; k < start[activity + 1]; k++) {
      int next = base + successors[k];
      if (--awaited[next] == 0) {
        for (int copy = 0; copy < (barrier ? segments : 1); copy++) {
          ready[size++] = next + copy * activities;
        }
      }
    }
    return size;
  }
}
