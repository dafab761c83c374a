package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.trace.Diagnostic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Makes a run of what a recorder knew. Used once. */
final class RunAssembly {
  private final Recorded recorded;
  private final MadeWorkflow made;
  private final long now;
  private final Remarks remarks;
  private final List<Diagnostic> diagnostics;

  /**
   * Prepares the assembly.
   *
   * @param made the workflow of what was recorded
   * @param now t_now, or {@link Columns#ABSENT} post mortem
   */
  RunAssembly(Recorded recorded, MadeWorkflow made, long now) {
    this.recorded = known(now) ? recorded.upTo(now) : recorded;
    this.made = made;
    this.now = now;
    this.remarks = recorded.remarks();
    this.remarks.addAll(made.remarks());
    this.diagnostics = new ArrayList<>(recorded.diagnostics());
    this.diagnostics.addAll(made.diagnostics());
  }

  ColumnarRun run() {
    ColumnarWorkflow workflow = made.workflow();
    EventColumns events =
        EventColumns.of(
            recorded.events(),
            recorded.workflow().activities().count(),
            known(now) ? now : Long.MAX_VALUE);
    RunSpanAssembly assembly = new RunSpanAssembly(recorded, now, events, diagnostics);
    long until = assembly.until();
    AttemptColumns attempts = AttemptColumns.of(events, until);
    Recorded.StatedTimes times = recorded.times();
    times.ofAttempts().addTo(times.wallclocks(), times.phases(), attempts);
    ProcessorTable processors = new ProcessorTable(recorded);
    processors.assign(recorded.resources().assignments(), attempts);
    processors.findSlots(attempts, recorded.times().wallclocks(), until, diagnostics);
    long[] begins = Begins.of(attempts, events, times.wallclocks());
    RunSpan span = assembly.span(attempts, begins);
    RunEvents kept = RunEvents.of(events, attempts);
    remarkOnEvents(workflow, events, kept, attempts);
    new PhaseTimeCheck(workflow, attempts, recorded.times(), until).addTo(diagnostics);
    diagnostics.addAll(remarks.diagnostics());
    // A document that was written holds the diagnostics that are found again here.
    List<Diagnostic> distinct =
        diagnostics.stream().distinct().sorted(Comparator.comparing(Diagnostic::severity)).toList();
    return new ColumnarRun(
        workflow, kept, attempts, begins, recorded, processors, span, distinct, made.cycle());
  }

  private void remarkOnEvents(
      ColumnarWorkflow workflow, EventColumns events, RunEvents kept, AttemptColumns attempts) {
    if (events.duplicates > 0) {
      String first = "activity " + workflow.activity(events.firstDuplicate).id();
      diagnostics.add(
          Diagnostic.info(
              Remarks.place(first, events.duplicateActivities),
              events.duplicates + " exact duplicates of events were dropped"));
    }
    new Lifecycle(workflow, kept.others(), attempts, diagnostics).check();
    TimeUnitCheck.addTo(diagnostics, workflow, events, recorded.span());
  }
}
