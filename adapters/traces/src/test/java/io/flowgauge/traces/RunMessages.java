package io.flowgauge.traces;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import java.util.List;

/** Messages of readers about runs. */
public final class RunMessages {
  private RunMessages() {}

  /** Returns the messages of a run's diagnostics, in order. */
  public static List<String> messages(WorkflowRun run) {
    return run.diagnostics().stream().map(Diagnostic::message).toList();
  }
}
