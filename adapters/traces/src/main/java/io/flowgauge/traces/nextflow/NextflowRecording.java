package io.flowgauge.traces.nextflow;

import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import io.flowgauge.traces.slurm.EngineJobs;
import io.flowgauge.traces.slurm.JobTimes;
import io.flowgauge.workflow.Activity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Tells tasks to a recorder. Not thread-safe. */
final class NextflowRecording {
  /** Attribute for the start that Nextflow saw, where the batch system has a better one. */
  static final String ENGINE_START = "nextflow_start";

  /** Attribute for when Nextflow submitted a job that the batch system then kept from its queue. */
  static final String ENGINE_SUBMIT = "nextflow_submit";

  private final RunRecorder into;
  private final Oddities oddities;
  private final BatchJoin batch;
  private final ForkLimits limits;

  NextflowRecording(RunRecorder into, Oddities oddities, BatchJoin batch, ForkLimits limits) {
    this.into = into;
    this.oddities = oddities;
    this.batch = batch;
    this.limits = limits;
  }

  void record(NextflowTask task) {
    TaskRow last = task.last().row();
    if (task.isCached()) {
      activity(task, last.attributes());
      oddities.add(Oddity.CACHED_TASK, task.id());
      return;
    }
    Optional<JobTimes> job = Optional.empty();
    for (NextflowTask.Attempt attempt : task.attempts()) {
      job = batch.times(attempt.row());
      record(task.id(), attempt, job);
    }
    activity(task, attributes(last, job));
    job.flatMap(EngineJobs::phase).ifPresent(phase -> into.phase(task.id(), phase));
    // The time an unfinished task has run so far is not T(a).
    if (last.status().end().isPresent()) {
      last.times().realtime().ifPresent(nanos -> into.wallclock(task.id(), nanos));
    }
  }

  private void activity(NextflowTask task, Map<String, String> attributes) {
    into.activity(Activity.of(task.id(), task.process()).withAttributes(attributes));
  }

  private static Map<String, String> attributes(TaskRow row, Optional<JobTimes> job) {
    if (job.isEmpty()) {
      return row.attributes();
    }
    Map<String, String> attributes = new HashMap<>(row.attributes());
    attributes.putAll(EngineJobs.attributes(job.get()));
    TaskTimes times = row.times();
    if (job.get().start().isPresent()) {
      times.start().ifPresent(nanos -> attributes.put(ENGINE_START, text(nanos)));
    }
    if (times.submit().isPresent()
        && pending(times.submit().getAsLong(), job) != times.submit().getAsLong()) {
      attributes.put(ENGINE_SUBMIT, text(times.submit().getAsLong()));
    }
    return attributes;
  }

  private static String text(long nanos) {
    return Times.instant(nanos).toString();
  }

  private void record(String id, NextflowTask.Attempt attempt, Optional<JobTimes> job) {
    TaskRow row = attempt.row();
    queue(id, attempt, job);
    OptionalLong start = job.map(JobTimes::start).orElse(OptionalLong.empty());
    event(id, EventType.ACTIVE, start.isPresent() ? start : row.times().start(), attempt);
    row.status().end().ifPresent(end -> event(id, end, row.times().complete(), attempt));
    row.host()
        .or(() -> job.map(JobTimes::nodes).filter(nodes -> !nodes.isEmpty()))
        .or(() -> limits.of(row.process()).map(Processor::name))
        .ifPresent(host -> into.assign(id, attempt.number(), host));
    tallyEnd(id, row.status());
  }

  /**
   * The mapping of {@link NextflowEventsReader}: a task in Nextflow's own queue waits, and is in
   * the queue of the resource when its executor has it, or later when the batch system would run
   * it.
   */
  private void queue(String id, NextflowTask.Attempt attempt, Optional<JobTimes> job) {
    TaskTimes times = attempt.row().times();
    boolean observed = times.queued().isPresent();
    event(id, EventType.SUBMITTED, observed ? times.queued() : times.submit(), attempt);
    if (times.submit().isPresent() && (observed || job.isPresent())) {
      long pending = pending(times.submit().getAsLong(), job);
      event(id, EventType.PENDING, OptionalLong.of(pending), attempt);
    }
  }

  private static long pending(long submit, Optional<JobTimes> job) {
    return Math.max(
        submit, job.map(JobTimes::eligible).orElse(OptionalLong.empty()).orElse(submit));
  }

  private void event(String id, EventType type, OptionalLong time, NextflowTask.Attempt attempt) {
    time.ifPresent(nanos -> into.record(id, type, nanos, attempt.number()));
  }

  private void tallyEnd(String id, TaskStatus status) {
    switch (status) {
      case FAILED -> oddities.add(Oddity.FAILED_ATTEMPT, id);
      case ABORTED -> oddities.add(Oddity.ABORTED_ATTEMPT, id);
      case NEW, SUBMITTED, RUNNING -> oddities.add(Oddity.UNFINISHED, id);
      case COMPLETED, CACHED, OTHER -> {}
    }
  }
}
