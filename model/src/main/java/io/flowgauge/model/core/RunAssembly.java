package io.flowgauge.model.core;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.trace.Diagnostic;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/** Makes a run from a recorder's knowledge. Used once. */
final class RunAssembly {
  private final Recorded recorded;
  private final MadeWorkflow made;
  private final long now;
  private final int activityCount;

  /** The time up to which events count, in nanoseconds. */
  private final long limit;

  /** State of the previous run that can be reused, or null. */
  private final LastRun last;

  /** Activities for which nothing can be reused. */
  private final BitSet changed;

  private final Remarks remarks;
  private final List<Diagnostic> diagnostics;
  private LastRun left;

  /**
   * Prepares the assembly.
   *
   * @param made the workflow of what was recorded
   * @param now t_now, or {@link Columns#ABSENT} for a run that is not in progress
   * @param before state left by an earlier run, or null
   */
  RunAssembly(Recorded recorded, MadeWorkflow made, long now, LastRun before) {
    this.recorded = known(now) ? recorded.upTo(now) : recorded;
    this.made = made;
    this.now = now;
    this.activityCount = recorded.workflow().activities().count();
    this.limit = known(now) ? now : Long.MAX_VALUE;
    this.last = before != null && before.continuesWith(recorded, limit) ? before : null;
    this.changed = last == null ? Columns.all(activityCount) : last.changedIn(recorded);
    this.remarks = recorded.remarks();
    this.remarks.addAll(made.remarks());
    this.diagnostics = new ArrayList<>(recorded.diagnostics());
    this.diagnostics.addAll(made.diagnostics());
  }

  /** State kept for the next run; set once this run is made. */
  LastRun left() {
    return left;
  }

  ColumnarRun run() {
    EventColumns events = events();
    EventTotals totals = EventTotals.of(events);
    totals = last == null ? totals : last.totals().with(totals);
    RunSpanAssembly assembly = new RunSpanAssembly(recorded, now, totals.latest(), diagnostics);
    long until = assembly.until();
    AttemptColumns attempts = AttemptColumns.of(events, until);
    attempts = last == null ? attempts : last.attempts().with(attempts, changed);
    Recorded.StatedTimes times = recorded.times().with(attempts);
    ProcessorTable processors =
        new ProcessorTable(recorded, last == null ? null : last.lastAssigned());
    processors.assign(recorded.resources().assignments(), attempts, changed);
    BitSet open = attempts.open(changed);
    if (last != null) {
      BitSet stillOpen = (BitSet) last.open().clone();
      stillOpen.andNot(changed);
      open.or(stillOpen);
    }
    Holds holds = holds(attempts, open, processors.count(), until);
    processors.findSlots(holds, attempts, times.wallclocks(), until, diagnostics);
    PagedColumn begins = last == null ? new PagedColumn(Columns.ABSENT) : last.begins().copy();
    Begins.find(attempts, events, times.wallclocks(), changed, begins);
    TimeRange range = range(attempts, begins);
    RunSpan span = assembly.span(attempts, open, range);
    RunEvents kept = RunEvents.of(events, attempts);
    BitSet odd = remarkOnEvents(events, totals, kept, attempts);
    new PhaseTimeCheck(made.workflow(), attempts, times, until).addTo(diagnostics);
    diagnostics.addAll(remarks.diagnostics());
    // A document written earlier already holds the diagnostics that are found again here.
    List<Diagnostic> distinct =
        diagnostics.stream().distinct().sorted(Comparator.comparing(Diagnostic::severity)).toList();
    RunChanges changes =
        last == null ? RunChanges.first(activityCount) : last.changes().next(changed, open);
    left =
        new LastRun(
            recorded,
            limit,
            until,
            totals,
            kept,
            attempts,
            open,
            begins,
            range,
            processors.lastAssigned(),
            holds,
            odd,
            changes);
    return new ColumnarRun(
        made,
        kept,
        attempts,
        begins,
        recorded.with(times),
        processors,
        holds,
        span,
        distinct,
        changes);
  }

  /** Sorts the events of the changed activities. */
  private EventColumns events() {
    if (last == null) {
      return EventColumns.of(recorded.events(), activityCount, limit);
    }
    int[] activities = changed.stream().toArray();
    return EventColumns.of(last.eventsOf(activities, recorded), activities, limit);
  }

  /** Finds when attempts held processors. Open attempts hold theirs until t_now, which changes. */
  private Holds holds(AttemptColumns attempts, BitSet open, int processors, long until) {
    if (last == null || last.holds().processorCount() != processors) {
      return Holds.of(attempts, Columns.all(activityCount), processors, until);
    }
    BitSet touched = (BitSet) changed.clone();
    touched.or(open);
    touched.or(last.open());
    return last.holds()
        .with(
            Holds.of(last.attempts(), touched, processors, last.until()),
            Holds.of(attempts, touched, processors, until));
  }

  private TimeRange range(AttemptColumns attempts, PagedColumn begins) {
    if (last != null
        && last.range().isSameWithout(TimeRange.of(last.attempts(), last.begins(), changed))) {
      return last.range().and(TimeRange.of(attempts, begins, changed));
    }
    return TimeRange.of(attempts, begins, Columns.all(activityCount));
  }

  private BitSet remarkOnEvents(
      EventColumns events, EventTotals totals, RunEvents kept, AttemptColumns attempts) {
    ColumnarWorkflow workflow = made.workflow();
    if (!totals.duplicates().isEmpty()) {
      String first = "activity " + workflow.activity(totals.duplicates().firstKey()).id();
      diagnostics.add(
          Diagnostic.info(
              Remarks.place(first, totals.duplicates().size()),
              totals.duplicateCount() + " exact duplicates of events were dropped"));
    }
    BitSet suspects = (BitSet) changed.clone();
    if (last != null) {
      suspects.or(last.odd());
    }
    BitSet odd = new Lifecycle(workflow, kept.others(), attempts, diagnostics).check(suspects);
    Recorded.StatedSpan stated = recorded.span();
    long earliest = Columns.min(stated.start(), totals.earliest());
    TimeUnitCheck.addTo(diagnostics, workflow, events, stated.base(), earliest);
    return odd;
  }
}
