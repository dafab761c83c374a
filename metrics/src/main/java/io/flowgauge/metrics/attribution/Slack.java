package io.flowgauge.metrics.attribution;

import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.graph.Dag;
import java.util.OptionalLong;

/**
 * How much later each activity could have completed without moving the end of the run, all other
 * durations and gaps kept. A successor's gap is counted from the predecessor that completed last.
 */
final class Slack {
  private final long[] slack;

  private Slack(long[] slack) {
    this.slack = slack;
  }

  /** Computes slack from the recorded ends of the activities. */
  static Slack realised(ColumnarRun run) {
    long[] ends = new long[run.workflow().activityCount()];
    for (int a = 0; a < ends.length; a++) {
      ends[a] = run.end(a);
    }
    return of(run.workflow().dag(), ends, run.span().end());
  }

  /**
   * Computes slack from the ends that activities would have if each started right after its
   * predecessors.
   */
  static Slack estimated(ColumnarRun run, long[] wallclocks) {
    Dag dag = run.workflow().dag();
    long[] ends = new long[wallclocks.length];
    long last = 0;
    for (int position = 0; position < ends.length; position++) {
      int a = dag.nodeAt(position);
      ends[a] = Math.max(0, latestBefore(dag, a, ends)) + wallclocks[a];
      last = Math.max(last, ends[a]);
    }
    return of(dag, ends, last);
  }

  private static long latestBefore(Dag dag, int activity, long[] ends) {
    long latest = ABSENT;
    for (int k = 0; k < dag.predecessorCount(activity); k++) {
      latest = Math.max(latest, ends[dag.predecessor(activity, k)]);
    }
    return latest;
  }

  /**
   * Returns the latest end before each activity. An activity without an end passes on the latest
   * end before it.
   */
  private static long[] latestEndsBefore(Dag dag, long... ends) {
    long[] before = new long[ends.length];
    long[] through = ends.clone();
    for (int position = 0; position < ends.length; position++) {
      int a = dag.nodeAt(position);
      before[a] = latestBefore(dag, a, through);
      through[a] = known(ends[a]) ? ends[a] : before[a];
    }
    return before;
  }

  /** Computes slack backwards from the latest end that each activity may have. */
  private static Slack of(Dag dag, long[] ends, long runEnd) {
    long[] before = latestEndsBefore(dag, ends);
    long[] latest = new long[ends.length];
    long[] slack = new long[ends.length];
    for (int position = ends.length - 1; position >= 0; position--) {
      int a = dag.nodeAt(position);
      latest[a] = runEnd;
      for (int k = 0; k < dag.successorCount(a); k++) {
        int after = dag.successor(a, k);
        // An activity without an end causes no delay itself, and passes on the limits of its
        // successors.
        long room =
            known(ends[after]) && known(before[after])
                ? before[after] + latest[after] - ends[after]
                : latest[after];
        latest[a] = Math.min(latest[a], room);
      }
      slack[a] = known(ends[a]) ? Math.max(0, latest[a] - ends[a]) : ABSENT;
    }
    return new Slack(slack);
  }

  OptionalLong of(int activity) {
    return known(slack[activity]) ? OptionalLong.of(slack[activity]) : OptionalLong.empty();
  }
}
