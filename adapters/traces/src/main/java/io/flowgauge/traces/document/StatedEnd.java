package io.flowgauge.traces.document;

import io.flowgauge.run.Attempt;
import io.flowgauge.run.WorkflowRun;
import java.util.List;
import java.util.OptionalLong;

/** Ends of runs that say more than the events do. Stateless. */
public final class StatedEnd {
  private StatedEnd() {}

  /**
   * The end of a run that is over although an activity is under way: nanoseconds since
   * 1970-01-01T00:00:00Z, or empty if the end can be found again from the events.
   */
  public static OptionalLong of(WorkflowRun run) {
    boolean isStated =
        run.isFinished()
            && run.executions().stream().anyMatch(activity -> isOpen(activity.attempts()));
    return isStated ? run.endNanos() : OptionalLong.empty();
  }

  private static boolean isOpen(List<Attempt> attempts) {
    return !attempts.isEmpty() && attempts.get(attempts.size() - 1).outcome().isEmpty();
  }
}
