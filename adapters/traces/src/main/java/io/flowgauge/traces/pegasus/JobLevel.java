package io.flowgauge.traces.pegasus;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.traces.inputs.Arguments;
import io.flowgauge.workflow.Dependency;
import java.util.List;
import java.util.OptionalLong;

/** Records the jobs of a stampede log, by the mapping of {@link StampedeReader}. */
final class JobLevel {
  static final String PRE_SCRIPT = "pre-script";
  static final String POST_SCRIPT = "post-script";

  private final StampedeLog log;
  private final Remarks remarks;
  private final RunRecorder into;
  private final Arguments arguments = new Arguments();
  private String prefix = "";
  private long earliest = Long.MAX_VALUE;

  private JobLevel(StampedeLog log, RunRecorder into) {
    this.log = log;
    this.remarks = log.remarks();
    this.into = into;
  }

  static void record(StampedeLog log, RunRecorder into) {
    JobLevel level = new JobLevel(log, into);
    log.plans().forEach(level::plan);
    level.start();
    if (level.earliest == Long.MAX_VALUE) {
      log.makespan().ifPresent(into::recordedMakespan);
    }
    ClockCheck.of(log).ifPresent(into::diagnostic);
    log.remarks().report(into);
  }

  private void plan(PlannedWorkflow plan) {
    prefix = log.prefix(plan);
    plan.jobs().values().forEach(this::job);
    for (Dependency edge : plan.jobEdges()) {
      into.dependency(prefix + edge.from(), prefix + edge.to());
    }
  }

  private void job(PegasusJob job) {
    String id = prefix + job.id();
    into.activity(job.activity(id, arguments));
    if (!job.isDeclared()) {
      remarks.warn(
          "jobs that were never declared, and are known only from their events or edges", id);
    }
    List<JobInstance> submissions = job.attempts();
    int attempts = 0;
    for (JobInstance submission : submissions) {
      attempts = submission(id, attempts, submission);
    }
    if (submissions.stream().noneMatch(JobInstance::hasEvents)) {
      remarks.info("jobs that left no event: planned, but not run", id);
    } else {
      recordLastAttempt(id, submissions.get(submissions.size() - 1));
      submissions.subList(0, submissions.size() - 1).stream()
          .filter(earlier -> earlier.firstOf(Moment.PRE_END, Moment.POST_END).isPresent())
          .findFirst()
          .ifPresent(
              any -> remarks.info("scripts of attempts that were not the last, left out", id));
    }
  }

  /** Records the attempts of a submission, and returns the number of the last one. */
  private int submission(String id, int before, JobInstance submission) {
    List<Execution> executions = submission.executions();
    int last = before + executions.size();
    submitted(id, before + 1, submission);
    for (int k = 0; k < executions.size(); k++) {
      execution(id, before + 1 + k, submission, executions.get(k));
    }
    submission.end().ifPresent(end -> record(id, end.type(), end.nanos(), last));
    if (!submission.host().isEmpty()) {
      into.assign(id, last, submission.host());
    }
    check(id + " attempt " + last, submission);
    return last;
  }

  private void submitted(String id, int number, JobInstance submission) {
    submission
        .firstOf(Moment.PRE_START, Moment.SUBMIT_START)
        .ifPresent(nanos -> record(id, EventType.STARTED, nanos, number));
    if (!submission.hasFailed(Moment.SUBMIT_END)) {
      submission
          .time(Moment.SUBMIT_END)
          .ifPresent(nanos -> record(id, EventType.SUBMITTED, nanos, number));
    }
  }

  /** Records one attempt; one after an eviction counts as submitted when the job lost its host. */
  private void execution(String id, int number, JobInstance submission, Execution execution) {
    execution.queued().ifPresent(nanos -> record(id, EventType.SUBMITTED, nanos, number));
    pending(id, number, submission, execution);
    for (long nanos : execution.starts()) {
      record(id, EventType.ACTIVE, nanos, number);
    }
    recordHolds(id, number, submission, execution);
    if (execution.lost().isPresent()) {
      record(id, EventType.FAILED, execution.lost().getAsLong(), number);
      remarks.info("evictions: that attempt counts as FAILED, the job goes back to the queue", id);
    }
  }

  private void record(String id, EventType type, long nanos, int attempt) {
    earliest = Math.min(earliest, nanos);
    into.record(id, type, nanos, attempt);
  }

  private void pending(String id, int number, JobInstance submission, Execution execution) {
    for (Moment moment : List.of(Moment.GLOBUS_SUBMIT_END, Moment.GRID_SUBMIT_END)) {
      OptionalLong time = submission.time(moment);
      if (time.isEmpty() || !execution.holds(time.getAsLong())) {
        continue;
      }
      if (submission.hasFailed(moment)) {
        remarks.warn("submissions that a site refused", id);
      } else {
        record(id, EventType.PENDING, time.getAsLong(), number);
      }
    }
  }

  /** Records suspensions; a hold in the queue is part of the wait, because the job does not run. */
  private void recordHolds(String id, int number, JobInstance submission, Execution execution) {
    long active = execution.active().orElse(Long.MAX_VALUE);
    for (JobInstance.Hold hold : submission.holds()) {
      if (!execution.holds(hold.nanos())) {
        continue;
      }
      if (hold.nanos() < active) {
        remarks.info("holds and releases of jobs in the queue: a part of their queueing time", id);
      } else {
        EventType type = hold.begins() ? EventType.SUSPENDED : EventType.RESUMED;
        record(id, type, hold.nanos(), number);
      }
    }
  }

  private void check(String where, JobInstance attempt) {
    attempt
        .disorder()
        .ifPresent(
            text ->
                remarks.warn("attempts whose events run backwards in time", where + ": " + text));
    if (!attempt.hasEvents()) {
      remarks.warn("attempts with hosts or invocations, but without events", where);
    } else if (attempt.end().isEmpty()) {
      remarks.warn("attempts without their end: not finished, or the log is cut off", where);
    }
    boolean overruled =
        attempt.hasFailed(Moment.MAIN_END)
            && attempt.end().filter(end -> end.type() == EventType.COMPLETED).isPresent();
    if (overruled) {
      remarks.info(
          "jobs that failed, but whose post script let them pass: they count as COMPLETED", where);
    }
  }

  /** Records the values that a run keeps only for the last attempt. */
  private void recordLastAttempt(String id, JobInstance attempt) {
    phase(id, PRE_SCRIPT, attempt.time(Moment.PRE_START), attempt.time(Moment.PRE_END));
    OptionalLong ended = attempt.firstOf(Moment.MAIN_TERM, Moment.MAIN_END, Moment.POST_START);
    phase(id, POST_SCRIPT, ended, attempt.time(Moment.POST_END));
    if (!attempt.isMeasured()) {
      remarks.info("jobs that ran without kickstart: neither T nor host were measured", id);
      return;
    }
    if (attempt.invocations().isParallel()) {
      remarks.info(
          "jobs whose invocations ran in parallel: T is from the first start to the last end", id);
    }
    OptionalLong nanos = attempt.invocations().nanos();
    nanos.ifPresent(wallclock -> wallclock(id, attempt, wallclock));
  }

  private void wallclock(String id, JobInstance attempt, long nanos) {
    into.wallclock(id, nanos);
    OptionalLong begin = attempt.time(Moment.MAIN_START);
    OptionalLong end = attempt.firstOf(Moment.MAIN_TERM, Moment.MAIN_END);
    if (begin.isPresent() && end.isPresent() && end.getAsLong() - begin.getAsLong() < nanos) {
      remarks.info(
          "jobs whose invocations took longer than main.start to main.term: the workflow engine"
              + " looks at its log only every few seconds",
          id);
    }
  }

  private void phase(String id, String name, OptionalLong begin, OptionalLong end) {
    if (begin.isPresent() && end.isPresent() && begin.getAsLong() <= end.getAsLong()) {
      into.phase(id, new Phase(name, begin.getAsLong(), end.getAsLong()));
    }
  }

  private void start() {
    OptionalLong start = log.root().started();
    if (start.isPresent() && start.getAsLong() <= earliest) {
      into.start(start.getAsLong());
    } else if (start.isPresent()) {
      remarks.warn(
          "start of the workflow that is later than the first event of a job: not used",
          "xwf.start");
    }
  }
}
