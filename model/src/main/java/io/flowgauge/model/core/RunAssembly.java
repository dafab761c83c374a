package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
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
    RecordedWorkflow known = new RecordedWorkflow(recorded, remarks, diagnostics);
    ColumnarWorkflow workflow = known.make();
    EventColumns events =
        EventColumns.of(
            recorded.events(),
            recorded.workflow().activities().length,
            known(now) ? now : Long.MAX_VALUE);
    long until = known(now) ? now : latest(events);
    AttemptColumns attempts = AttemptColumns.of(events, until);
    ProcessorTable processors = new ProcessorTable(recorded);
    processors.assign(recorded.resources().assignments(), attempts);
    processors.findSlots(attempts, until, diagnostics);
    RunSpan span = span(attempts, until);
    remarkOnEvents(workflow, events, attempts);
    new PhaseTimeCheck(workflow, attempts, recorded.times(), until).addTo(diagnostics);
    diagnostics.addAll(remarks.diagnostics());
    // A document that was written holds the diagnostics that are found again here.
    List<Diagnostic> distinct =
        diagnostics.stream().distinct().sorted(Comparator.comparing(Diagnostic::severity)).toList();
    RunEvents kept = RunEvents.of(events, attempts);
    return new ColumnarRun(
        workflow, kept, attempts, recorded, processors, span, distinct, known.cycle());
  }

  private static long latest(EventColumns events) {
    long latest = ABSENT;
    for (long time : events.times) {
      latest = Math.max(latest, time);
    }
    return latest;
  }

  private RunSpan span(AttemptColumns attempts, long until) {
    long start = ABSENT;
    long end = ABSENT;
    boolean open = false;
    boolean idle = false;
    for (int a = 0; a < attempts.offsets.length - 1; a++) {
      start = Columns.min(start, Begins.of(attempts, a, recorded.times().wallclocks()[a]));
      int first = attempts.offsets[a];
      int last = attempts.offsets[a + 1] - 1;
      idle |= last < first;
      open |= last >= first && attempts.outcomes[last] == AttemptColumns.OPEN;
      for (int at = first; at <= last; at++) {
        // Clocks may disagree so far that an end is the first event of all.
        start = Columns.min(start, attempts.ended[at]);
        end = Math.max(end, attempts.ended[at]);
      }
    }
    boolean finished = !open && !(idle && known(now));
    start = start(start);
    end = finished ? end : Math.max(end, until);
    return new RunSpan(
        start, known(recorded.span().start()), end, until, makespan(start, end), finished);
  }

  private long start(long earliest) {
    long stated = recorded.span().start();
    if (known(stated) && known(earliest) && earliest < stated) {
      diagnostics.add(
          Diagnostic.warning(
              "start",
              "the first event is "
                  + Times.seconds(stated - earliest)
                  + " s before the stated start of the run; the run is taken to start with it"));
    }
    return Columns.min(stated, earliest);
  }

  private long makespan(long start, long end) {
    if (!known(start) || !known(end)) {
      return recorded.span().makespan();
    }
    long measured = end - start;
    long stated = recorded.span().makespan();
    if (known(stated) && Math.abs(measured - stated) > Times.NANOS_PER_SECOND) {
      diagnostics.add(
          Diagnostic.warning(
              "makespan",
              "the input states "
                  + Times.seconds(stated)
                  + " s, but its events span "
                  + Times.seconds(measured)
                  + " s; the span of the events is used"));
    }
    return measured;
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
    TimeUnitCheck.addTo(diagnostics, workflow, attempts, recorded.span());
  }
}
