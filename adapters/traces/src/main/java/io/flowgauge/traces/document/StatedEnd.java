package io.flowgauge.traces.document;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.WorkflowRun;
import java.util.OptionalLong;

/** Ends of runs that say more than the events do. Stateless. */
public final class StatedEnd {
  private StatedEnd() {}

  /**
   * The end of a run that is over because its engine said so, and not before its last event:
   * nanoseconds since 1970-01-01T00:00:00Z, or empty if none was stated.
   */
  public static OptionalLong of(WorkflowRun run) {
    if (!run.isEnded() || run.endNanos().isEmpty()) {
      return OptionalLong.empty();
    }
    long end = run.endNanos().getAsLong();
    long last =
        run.executions().stream()
            .flatMap(execution -> execution.graph().events().stream())
            .mapToLong(ActivityEvent::epochNanos)
            .max()
            .orElse(end);
    return OptionalLong.of(Math.max(end, last));
  }
}
