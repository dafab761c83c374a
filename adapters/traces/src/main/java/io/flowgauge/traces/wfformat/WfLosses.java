package io.flowgauge.traces.wfformat;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Processor;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Diagnostic.Severity;
import io.flowgauge.traces.document.CodeProfiles;
import io.flowgauge.traces.document.DeclaredRegions;
import io.flowgauge.traces.document.HostLoads;
import io.flowgauge.traces.files.Tally;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.util.List;
import java.util.regex.Pattern;

/** Collects the parts of a run that WfFormat 1.5 cannot hold. Not thread-safe. */
final class WfLosses {
  private static final Pattern SCHEMA_ID = Pattern.compile("[0-9a-zA-Z-_.]+");

  final Tally runtimes = new Tally();
  final Tally derivedRuntimes = new Tally();
  final Tally types = new Tally();
  final Tally completions = new Tally();
  private final Tally attempts = new Tally();
  private final Tally events = new Tally();
  private final Tally phases = new Tally();
  private final Tally ideals = new Tally();
  private final Tally transfers = new Tally();
  private final Tally iterations = new Tally();
  private final Tally attributes = new Tally();
  private final Tally sites = new Tally();
  private final Tally ids = new Tally();
  private final WorkflowRun run;

  WfLosses(WorkflowRun run) {
    this.run = run;
  }

  /** Counts the parts of an activity that are lost, given how many of its events are written. */
  void count(ActivityExecution execution, int writtenEvents) {
    String id = execution.activity().id();
    add(attempts, execution.attempts().size() - 1, id);
    add(events, execution.graph().events().size() - writtenEvents, id);
    add(phases, execution.phases().size() + execution.phaseTimes().size(), id);
    add(ideals, execution.ideal().isPresent() ? 1 : 0, id);
    count(execution.activity());
  }

  private void count(Activity activity) {
    String id = activity.id();
    add(transfers, activity.kind() == ActivityKind.TRANSFER ? 1 : 0, id);
    add(iterations, activity.iteration().isPresent() ? 1 : 0, id);
    add(ids, SCHEMA_ID.matcher(id).matches() ? 0 : 1, id);
    activity.attributes().keySet().stream()
        .filter(name -> !WfAttributes.isWritten(name, activity))
        .forEach(name -> attributes.add(name + " of " + id));
  }

  private static void add(Tally tally, int count, String example) {
    for (int k = 0; k < count; k++) {
      tally.add(example);
    }
  }

  void remark(List<Diagnostic> to) {
    remarkLoss(runtimes, "%d activities have no runtime, and are left out of execution.tasks", to);
    derivedRuntimes.remark(
        Severity.INFO,
        "activities",
        "%d runtimes are the time from ACTIVE to COMPLETED, as none was measured",
        to);
    remarkLoss(attempts, "%d attempts before the last are not written", to);
    remarkLoss(events, "%d events are not written", to);
    remarkLoss(completions, "%d completions are later than start plus runtime", to);
    remarkLoss(phases, "%d phases are not written", to);
    remarkLoss(ideals, "%d ideal times are not written", to);
    remarkLoss(transfers, "%d transfers are written as any other task", to);
    remarkLoss(iterations, "%d iterations of loops are not written", to);
    remarkLoss(attributes, "%d attributes are not written", to);
    remarkLoss(types, "%d types will be read as another type", to);
    ids.remark(
        Severity.WARNING,
        "activities",
        "%d ids have characters the schema does not allow in parents and children",
        to);
    remarkRun(to);
    remarkProcessors(to);
  }

  private void remarkRun(List<Diagnostic> to) {
    if (run.timeBase() == TimeBase.RELATIVE && run.startNanos().isPresent()) {
      to.add(
          Diagnostic.warning(
              "times", "times are relative, but WfFormat has dates, so none is written"));
    }
    if (run.startNanos().isEmpty() || run.makespan().isEmpty()) {
      to.add(
          Diagnostic.warning(
              "execution",
              "the run has no "
                  + (run.makespan().isEmpty() ? "makespan" : "start")
                  + ", which the schema requires"));
    }
    if (run.workflow().activityCount() == 0) {
      to.add(Diagnostic.warning("tasks", "there is no task, and the schema requires one"));
    }
    CodeProfiles.remarkLost(run, to);
    HostLoads.remarkLost(run, to);
    remarkLoss("services", run.services().size(), "intervals of services are not written", to);
    remarkLoss(
        "diagnostics", run.diagnostics().size(), "diagnostics of the run are not written", to);
    if (DeclaredRegions.of(run).isPresent()) {
      to.add(Diagnostic.warning("regions", "the declared region tree is not written"));
    }
  }

  private void remarkProcessors(List<Diagnostic> to) {
    run.processors().stream()
        .filter(processor -> !processor.site().isEmpty())
        .map(Processor::name)
        .forEach(sites::add);
    sites.remark(Severity.WARNING, "processors", "%d sites are not written", to);
    if (WfClocks.differ(run.processors())) {
      to.add(
          Diagnostic.info(
              "processors", "speeds are relative: speedInMHz gives their ratio, not clock rates"));
    }
  }

  private static void remarkLoss(Tally tally, String message, List<Diagnostic> to) {
    tally.remark(Severity.WARNING, "activities", message, to);
  }

  private static void remarkLoss(String where, int count, String message, List<Diagnostic> to) {
    if (count > 0) {
      to.add(Diagnostic.warning(where, count + " " + message));
    }
  }
}
