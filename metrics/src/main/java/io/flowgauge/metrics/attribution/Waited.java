package io.flowgauge.metrics.attribution;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.graph.Dag;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * Finds the activity that another one waited for: the candidate that completed last. A candidate
 * found by skipping an activity without times does not count if it precedes another candidate. That
 * candidate waited for it, and it only seems to be later because clocks disagree or an end was
 * lost. Not thread-safe.
 */
final class Waited {
  static final int NONE = -1;

  private final ColumnarRun run;
  private final Dag dag;
  private int found = NONE;
  private boolean isBehind;

  Waited(ColumnarRun run) {
    this.run = run;
    dag = run.workflow().dag();
  }

  /** Forgets all candidates. */
  void clear() {
    found = NONE;
  }

  /**
   * Offers a candidate.
   *
   * @param behind whether it was found by skipping an activity without times
   */
  void offer(int activity, boolean behind) {
    boolean isLater = found == NONE || run.isLater(activity, found);
    boolean wins =
        isLater
            ? found == NONE || !behind || !precedes(activity, found)
            : isBehind && precedes(found, activity);
    if (wins) {
      found = activity;
      isBehind = behind;
    }
  }

  /** The activity that was waited for, or {@link #NONE} if none was offered. */
  int found() {
    return found;
  }

  private boolean precedes(int first, int second) {
    BitSet seen = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    open.push(second);
    while (!open.isEmpty()) {
      int activity = open.pop();
      for (int k = 0; k < dag.predecessorCount(activity); k++) {
        int before = dag.predecessor(activity, k);
        if (before == first) {
          return true;
        }
        if (dag.position(before) > dag.position(first) && !seen.get(before)) {
          seen.set(before);
          open.push(before);
        }
      }
    }
    return false;
  }
}
