package io.flowgauge.metrics.attribution;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.graph.Dag;

/**
 * Replaces activities without times, such as cached ones, by the one that completed last among
 * those before them. Most runs need no search, because their activities without times come after
 * those with times. Not thread-safe.
 */
final class LatestTimed {
  private static final int NONE = Waited.NONE;

  private final ColumnarRun run;

  /** For each activity without times, the latest one before it or -1; null until first needed. */
  private int[] latest;

  LatestTimed(ColumnarRun run) {
    this.run = run;
  }

  /** Returns the activity itself if it has times, else the latest one before it, or -1. */
  int of(int activity) {
    if (isTimed(activity)) {
      return activity;
    }
    if (latest == null) {
      latest = new int[run.workflow().activityCount()];
      find();
    }
    return latest[activity];
  }

  /** Whether it was asked for an activity without times. */
  boolean wasSearched() {
    return latest != null;
  }

  private boolean isTimed(int activity) {
    return known(run.begin(activity));
  }

  /**
   * Fills {@link #latest} in topological order, so that the entries of predecessors are found
   * first.
   */
  private void find() {
    Dag dag = run.workflow().dag();
    Waited waited = new Waited(run);
    for (int position = 0; position < dag.nodeCount(); position++) {
      int a = dag.nodeAt(position);
      waited.clear();
      for (int k = 0; !isTimed(a) && k < dag.predecessorCount(a); k++) {
        int predecessor = dag.predecessor(a, k);
        int candidate = of(predecessor);
        if (candidate != NONE) {
          waited.offer(candidate, candidate != predecessor);
        }
      }
      latest[a] = waited.found();
    }
  }
}
