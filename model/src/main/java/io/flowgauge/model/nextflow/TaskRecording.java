package io.flowgauge.model.nextflow;

import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.util.OptionalLong;

/** Tells tasks to a recorder. Not thread-safe. */
final class TaskRecording {
  private final RunRecorder into;
  private final Tally tally;

  TaskRecording(RunRecorder into, Tally tally) {
    this.into = into;
    this.tally = tally;
  }

  void record(Task task) {
    TaskRow last = task.last().row();
    into.activity(Activity.of(task.id(), task.name().process()).withAttributes(last.attributes()));
    if (task.isCached()) {
      tally.add(Oddity.CACHED_TASK, task.id());
      return;
    }
    task.attempts().forEach(attempt -> record(task.id(), attempt));
    // What an unfinished task ran so far is not T(a).
    if (last.status().end().isPresent()) {
      last.times().realtime().ifPresent(nanos -> into.wallclock(task.id(), nanos));
    }
  }

  private void record(String id, Task.Attempt attempt) {
    TaskRow row = attempt.row();
    event(id, EventType.SUBMITTED, row.times().submit(), attempt);
    event(id, EventType.ACTIVE, row.times().start(), attempt);
    row.status().end().ifPresent(end -> event(id, end, row.times().complete(), attempt));
    row.host().ifPresent(host -> into.assign(id, attempt.number(), host));
    tallyEnd(id, row.status());
  }

  private void event(String id, EventType type, OptionalLong time, Task.Attempt attempt) {
    time.ifPresent(nanos -> into.record(id, type, nanos, attempt.number()));
  }

  private void tallyEnd(String id, TaskStatus status) {
    switch (status) {
      case FAILED -> tally.add(Oddity.FAILED_ATTEMPT, id);
      case ABORTED -> tally.add(Oddity.ABORTED_ATTEMPT, id);
      case NEW, SUBMITTED, RUNNING -> tally.add(Oddity.UNFINISHED, id);
      case COMPLETED, CACHED, OTHER -> {}
    }
  }
}
