package io.flowgauge.metrics.attribution;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.graph.Dag;
import java.util.BitSet;

/**
 * Skips activities without times, such as cached ones, and finds the one that completed last among
 * those before them.
 */
final class LatestTimed {
  private static final int NONE = Waited.NONE;

  private final BitSet untimed;
  private final int[] latest;

  private LatestTimed(BitSet untimed, int[] latest) {
    this.untimed = untimed;
    this.latest = latest;
  }

  static LatestTimed of(ColumnarRun run) {
    Dag dag = run.workflow().dag();
    BitSet untimed = new BitSet();
    for (int a = 0; a < dag.nodeCount(); a++) {
      untimed.set(a, !known(run.begin(a)));
    }
    LatestTimed result = new LatestTimed(untimed, new int[untimed.isEmpty() ? 0 : dag.nodeCount()]);
    if (!untimed.isEmpty()) {
      result.find(run, dag);
    }
    return result;
  }

  private void find(ColumnarRun run, Dag dag) {
    Waited waited = new Waited(run);
    for (int position = 0; position < dag.nodeCount(); position++) {
      int a = dag.nodeAt(position);
      waited.clear();
      for (int k = 0; untimed.get(a) && k < dag.predecessorCount(a); k++) {
        int predecessor = dag.predecessor(a, k);
        int candidate = of(predecessor);
        if (candidate != NONE) {
          waited.offer(candidate, candidate != predecessor);
        }
      }
      latest[a] = waited.found();
    }
  }

  /** The activity itself if it left a time, else the latest one before it, or -1. */
  int of(int activity) {
    return untimed.get(activity) ? latest[activity] : activity;
  }
}
