package io.flowgauge.learning.backtest;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Dependency;
import java.util.OptionalLong;

/** Reconstructs what was known of a run at an earlier time. */
final class CutRun {
  private final RunRecorder recorder;
  private final long until;

  private CutRun(String name, long until) {
    this.recorder = Flowgauge.recorder(name);
    this.until = until;
  }

  /**
   * Cuts a run with a known start.
   *
   * @param seconds time after the start
   */
  static WorkflowRun after(WorkflowRun run, double seconds) {
    long start = run.startNanos().orElseThrow();
    long until = start + Times.nanos(seconds);
    CutRun cut = new CutRun(run.name(), until);
    cut.recorder.start(start);
    run.executions().forEach(cut::copy);
    for (Dependency each : run.workflow().dependencies()) {
      cut.recorder.dependency(each.from(), each.to());
    }
    return cut.recorder.snapshot(Times.instant(until));
  }

  private void copy(ActivityExecution execution) {
    boolean isOver = end(execution) <= until;
    String id = execution.activity().id();
    recorder.activity(execution.activity());
    for (Attempt attempt : execution.attempts()) {
      copy(id, attempt.number(), EventType.STARTED, attempt.started());
      copy(id, attempt.number(), EventType.SUBMITTED, attempt.submitted());
      copy(id, attempt.number(), EventType.PENDING, attempt.pending());
      copy(id, attempt.number(), EventType.ACTIVE, attempt.active());
      attempt.outcome().ifPresent(end -> copy(id, attempt.number(), end, attempt.ended()));
      boolean hasBegun = attempt.active().orElse(Long.MAX_VALUE) <= until;
      attempt
          .processor()
          .filter(name -> hasBegun)
          .ifPresent(name -> recorder.assign(id, attempt.number(), name));
    }
    for (ActivityEvent event : execution.graph().events()) {
      if (event.type() == EventType.SKIPPED) {
        copy(id, event.attempt(), event.type(), OptionalLong.of(event.epochNanos()));
      }
    }
    execution
        .wallclock()
        .filter(time -> isOver)
        .ifPresent(time -> recorder.wallclock(id, Times.saturatedNanos(time)));
  }

  private static long end(ActivityExecution execution) {
    return execution.attempts().stream()
        .filter(attempt -> attempt.outcome().filter(EventType.COMPLETED::equals).isPresent())
        .flatMapToLong(attempt -> attempt.ended().stream())
        .max()
        .orElse(Long.MAX_VALUE);
  }

  private void copy(String id, int attempt, EventType type, OptionalLong time) {
    if (time.isPresent() && time.getAsLong() <= until) {
      recorder.record(id, type, time.getAsLong(), attempt);
    }
  }
}
