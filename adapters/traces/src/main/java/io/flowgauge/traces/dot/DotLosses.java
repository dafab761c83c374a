package io.flowgauge.traces.dot;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.traces.document.DeclaredRegions;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.List;

/** Collects the parts of a run that a graph cannot hold. Not thread-safe. */
final class DotLosses {
  private final WorkflowRun run;
  private final Remarks remarks = new Remarks();

  DotLosses(WorkflowRun run) {
    this.run = run;
  }

  /** Counts the parts of an activity that are lost. */
  void count(ActivityExecution execution) {
    Activity activity = execution.activity();
    String where = "activity " + activity.id();
    remarkLoss("events are not written", !execution.graph().events().isEmpty(), where);
    remarkLoss("wall-clock times are only in tooltips", execution.wallclock().isPresent(), where);
    remarkLoss("ideal times are not written", execution.ideal().isPresent(), where);
    remarkLoss(
        "phases are not written",
        !execution.phases().isEmpty() || !execution.phaseTimes().isEmpty(),
        where);
    remarkLoss("profiles of code are not written", !execution.codeProfiles().isEmpty(), where);
    remarkLoss("processors are not written", execution.processor().isPresent(), where);
    remarkLoss("attributes are not written", !activity.attributes().isEmpty(), where);
    remarkLoss("iterations of loops are not written", activity.iteration().isPresent(), where);
  }

  /** Counts a text that Graphviz cannot show. */
  void checkText(String part, String text) {
    remarkLoss(
        "control characters are written as U+FFFD", !DotText.isWritable(text), part + " " + text);
  }

  private void remarkLoss(String message, boolean isLost, String where) {
    if (isLost) {
      remarks.warn(message, where);
    }
  }

  List<Diagnostic> diagnostics() {
    List<Diagnostic> all = new ArrayList<>(remarks.diagnostics());
    add(all, "times", run.startNanos().isPresent(), "start and time base");
    add(all, "makespan", run.makespan().isPresent(), "makespan");
    add(all, "processors", !run.processors().isEmpty(), "list of processors");
    add(all, "services", !run.services().isEmpty(), "list of services");
    add(all, "hosts", !run.hostLoads().isEmpty(), "list of loads of hosts");
    add(all, "regions", DeclaredRegions.of(run).isPresent(), "declared region tree");
    add(all, "diagnostics", !run.diagnostics().isEmpty(), "list of diagnostics");
    return List.copyOf(all);
  }

  private static void add(List<Diagnostic> to, String where, boolean isLost, String what) {
    if (isLost) {
      to.add(Diagnostic.warning(where, "the " + what + " is not written"));
    }
  }
}
