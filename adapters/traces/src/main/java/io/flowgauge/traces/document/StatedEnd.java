package io.flowgauge.traces.document;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.WorkflowRun;
import java.util.OptionalLong;

/** Ends of runs that were stated by the engine. Stateless. */
public final class StatedEnd {
  private StatedEnd() {}

  /**
   * Returns the end of a run that its engine declared over, or the last event if that is later:
   * nanoseconds since 1970-01-01T00:00:00Z, or empty if no end was stated.
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
