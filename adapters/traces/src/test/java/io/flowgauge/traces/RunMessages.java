package io.flowgauge.traces;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import java.util.List;

/** What readers remark on runs. */
public final class RunMessages {
  private RunMessages() {}

  /** The messages of a run's diagnostics, in their order. */
  public static List<String> messages(WorkflowRun run) {
    return run.diagnostics().stream().map(Diagnostic::message).toList();
  }
}
