package io.flowgauge.traces.nextflow;

import io.flowgauge.model.core.Columns;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import io.flowgauge.traces.slurm.EngineJobs;
import io.flowgauge.traces.slurm.JobTimes;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Records tasks. Not thread-safe. */
final class NextflowRecording {
  /** Attribute for the start that Nextflow saw, if the batch system knows it more precisely. */
  static final String ENGINE_START = "nextflow_start";

  /**
   * Attribute for the time when Nextflow submitted a job that the batch system then held back from
   * its queue.
   */
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

  void record(NextflowTask packed) {
    NextflowTask task = packed.unpacked();
    TaskRow last = task.last().row();
    if (task.isCached()) {
      activity(task, last.activity());
      oddities.add(Oddity.CACHED_TASK, task.id());
      return;
    }
    List<NextflowTask.Attempt> attempts = task.attempts();
    List<Optional<JobTimes>> jobs = new ArrayList<>(attempts.size());
    attempts.forEach(attempt -> jobs.add(batch.times(attempt.row())));
    Optional<JobTimes> job = jobs.get(jobs.size() - 1);
    activity(
        task,
        job.isEmpty()
            ? last.activity()
            : last.activity().withAttributes(attributes(last, job.get())));
    for (int k = 0; k < jobs.size(); k++) {
      record(task.id(), attempts.get(k), jobs.get(k));
    }
    job.flatMap(EngineJobs::phase).ifPresent(phase -> into.phase(task.id(), phase));
    // The running time so far of an unfinished task is not T(a).
    if (last.status().end().isPresent()) {
      long nanos = last.times().realtimeNanos();
      if (Columns.known(nanos)) {
        into.wallclock(task.id(), nanos);
      }
    }
  }

  /**
   * Records an activity under the id and type of the task; the given one serves if it already has
   * both.
   */
  private void activity(NextflowTask task, Activity like) {
    boolean same = task.id().equals(like.id()) && task.process().equals(like.type());
    into.activity(
        same ? like : Activity.of(task.id(), task.process()).withAttributes(like.attributes()));
  }

  private static Map<String, String> attributes(TaskRow row, JobTimes job) {
    Map<String, String> attributes = new HashMap<>(row.attributes());
    attributes.putAll(EngineJobs.attributes(job));
    TaskTimes times = row.times();
    if (job.start().isPresent()) {
      times.start().ifPresent(nanos -> attributes.put(ENGINE_START, text(nanos)));
    }
    if (times.submit().isPresent()
        && pending(times.submitNanos(), Optional.of(job)) != times.submitNanos()) {
      attributes.put(ENGINE_SUBMIT, text(times.submitNanos()));
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
    event(id, EventType.ACTIVE, start.orElse(row.times().startNanos()), attempt);
    row.status().end().ifPresent(end -> event(id, end, row.times().completeNanos(), attempt));
    row.host()
        .or(() -> job.map(JobTimes::nodes).filter(nodes -> !nodes.isEmpty()))
        .or(() -> limits.of(row.process()).map(Processor::name))
        .ifPresent(host -> into.assign(id, attempt.number(), host));
    tallyEnd(id, row.status());
  }

  /**
   * Records the queue events by the mapping of {@link NextflowEventsReader}: a task in Nextflow's
   * own queue waits; it is in the queue of the resource once its executor has it, or later, once it
   * is eligible in the batch system.
   */
  private void queue(String id, NextflowTask.Attempt attempt, Optional<JobTimes> job) {
    TaskTimes times = attempt.row().times();
    boolean observed = Columns.known(times.queuedNanos());
    event(id, EventType.SUBMITTED, observed ? times.queuedNanos() : times.submitNanos(), attempt);
    if (Columns.known(times.submitNanos()) && (observed || job.isPresent())) {
      event(id, EventType.PENDING, pending(times.submitNanos(), job), attempt);
    }
  }

  private static long pending(long submit, Optional<JobTimes> job) {
    return Math.max(
        submit, job.map(JobTimes::eligible).orElse(OptionalLong.empty()).orElse(submit));
  }

  private void event(String id, EventType type, long nanos, NextflowTask.Attempt attempt) {
    if (Columns.known(nanos)) {
      into.record(id, type, nanos, attempt.number());
    }
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
