package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes a run of what a recorder knew. Used once. */
final class RunAssembly {
  private final Recorded recorded;
  private final long now;
  private final Remarks remarks;
  private final List<Diagnostic> diagnostics;

  /**
   * Prepares the assembly.
   *
   * @param now t_now, or {@link Columns#ABSENT} post mortem
   */
  RunAssembly(Recorded recorded, long now) {
    this.recorded = recorded;
    this.now = now;
    this.remarks = recorded.remarks();
    this.diagnostics = new ArrayList<>(recorded.diagnostics());
  }

  ColumnarRun run() {
    ColumnarWorkflow workflow = workflow();
    EventColumns events =
        EventColumns.of(
            recorded.events(),
            recorded.workflow().activities().length,
            known(now) ? now : Long.MAX_VALUE);
    SpanAssembly assembly = new SpanAssembly(recorded, now, events, diagnostics);
    long until = assembly.until();
    AttemptColumns attempts = AttemptColumns.of(events, until);
    Recorded.StatedTimes times = recorded.times();
    times.ofAttempts().addTo(times.wallclocks(), times.phases(), attempts);
    ProcessorTable processors = new ProcessorTable(recorded);
    processors.assign(recorded.resources().assignments(), attempts);
    processors.findSlots(attempts, recorded.times().wallclocks(), until, diagnostics);
    RunSpan span = assembly.span(attempts);
    remarkOnEvents(workflow, events, attempts);
    new PhaseTimeCheck(workflow, attempts, recorded.times(), until).addTo(diagnostics);
    diagnostics.addAll(remarks.diagnostics());
    // A document that was written holds the diagnostics that are found again here.
    List<Diagnostic> distinct =
        diagnostics.stream().distinct().sorted(Comparator.comparing(Diagnostic::severity)).toList();
    RunEvents kept = RunEvents.of(events, attempts);
    return new ColumnarRun(workflow, kept, attempts, recorded, processors, span, distinct);
  }

  private ColumnarWorkflow workflow() {
    Activity[] activities = recorded.workflow().activities();
    for (int a = 0; a < activities.length; a++) {
      if (activities[a] == null) {
        activities[a] = Activity.of(recorded.workflow().indices().id(a));
        remarks.warn(
            "not declared; known only from its events or dependencies",
            "activity " + activities[a].id());
      }
    }
    ColumnarWorkflow workflow = ColumnarWorkflow.of(recorded.workflow());
    if (workflow.dag().duplicateEdges() > 0) {
      diagnostics.add(
          Diagnostic.warning(
              "dependencies",
              workflow.dag().duplicateEdges()
                  + " declared more than once; each dependency counts once"));
    }
    return workflow;
  }

  private void remarkOnEvents(
      ColumnarWorkflow workflow, EventColumns events, AttemptColumns attempts) {
    if (events.duplicates > 0) {
      String first = "activity " + workflow.activity(events.firstDuplicate).id();
      diagnostics.add(
          Diagnostic.info(
              Remarks.place(first, events.duplicateActivities),
              events.duplicates + " exact duplicates of events were dropped"));
    }
    new Lifecycle(workflow, events, attempts, diagnostics).check();
  }
}
