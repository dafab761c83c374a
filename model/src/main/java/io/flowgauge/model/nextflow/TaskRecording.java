package io.flowgauge.model.nextflow;

import io.flowgauge.model.slurm.JobTimes;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Tells tasks to a recorder. Not thread-safe. */
final class TaskRecording {
  /** Attribute for the start that Nextflow saw, where the batch system has a better one. */
  static final String ENGINE_START = "nextflow_start";

  /** Phase from start to end of the last attempt's job. */
  static final String BATCH_PHASE = "slurm job";

  private final RunRecorder into;
  private final Tally tally;
  private final BatchJoin batch;

  TaskRecording(RunRecorder into, Tally tally, BatchJoin batch) {
    this.into = into;
    this.tally = tally;
    this.batch = batch;
  }

  void record(Task task) {
    TaskRow last = task.last().row();
    if (task.isCached()) {
      activity(task, last.attributes());
      tally.add(Oddity.CACHED_TASK, task.id());
      return;
    }
    Optional<JobTimes> job = Optional.empty();
    for (Task.Attempt attempt : task.attempts()) {
      job = batch.times(attempt.row());
      record(task.id(), attempt, job);
    }
    activity(task, attributes(last, job));
    job.ifPresent(times -> phase(task.id(), times));
    // What an unfinished task ran so far is not T(a).
    if (last.status().end().isPresent()) {
      last.times().realtime().ifPresent(nanos -> into.wallclock(task.id(), nanos));
    }
  }

  private void activity(Task task, Map<String, String> attributes) {
    into.activity(Activity.of(task.id(), task.name().process()).withAttributes(attributes));
  }

  private static Map<String, String> attributes(TaskRow row, Optional<JobTimes> job) {
    if (job.isEmpty()) {
      return row.attributes();
    }
    Map<String, String> attributes = new HashMap<>(row.attributes());
    attributes.put("slurm_state", job.get().state().name());
    if (!job.get().exit().isEmpty()) {
      attributes.put("slurm_exit", job.get().exit());
    }
    if (job.get().start().isPresent()) {
      row.times()
          .start()
          .ifPresent(start -> attributes.put(ENGINE_START, Times.instant(start).toString()));
    }
    return attributes;
  }

  private void phase(String id, JobTimes job) {
    if (job.start().isPresent()
        && job.end().isPresent()
        && job.start().getAsLong() <= job.end().getAsLong()) {
      into.phase(id, new Phase(BATCH_PHASE, job.start().getAsLong(), job.end().getAsLong()));
    }
  }

  private void record(String id, Task.Attempt attempt, Optional<JobTimes> job) {
    TaskRow row = attempt.row();
    queue(id, attempt, job);
    OptionalLong start = job.map(JobTimes::start).orElse(OptionalLong.empty());
    event(id, EventType.ACTIVE, start.isPresent() ? start : row.times().start(), attempt);
    row.status().end().ifPresent(end -> event(id, end, row.times().complete(), attempt));
    row.host()
        .or(() -> job.map(JobTimes::nodes).filter(nodes -> !nodes.isEmpty()))
        .ifPresent(host -> into.assign(id, attempt.number(), host));
    tallyEnd(id, row.status());
  }

  /**
   * A task is taken up when it enters Nextflow's own queue, handed over when its executor has it,
   * and in the queue of the site when the batch system would run it.
   */
  private void queue(String id, Task.Attempt attempt, Optional<JobTimes> job) {
    OptionalLong submit = attempt.row().times().submit();
    event(id, EventType.STARTED, attempt.row().times().pending(), attempt);
    event(id, EventType.SUBMITTED, submit, attempt);
    if (submit.isPresent() && job.isPresent()) {
      long eligible = job.get().eligible().orElse(Long.MIN_VALUE);
      event(
          id, EventType.PENDING, OptionalLong.of(Math.max(submit.getAsLong(), eligible)), attempt);
    }
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
