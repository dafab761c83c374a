package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import io.flowgauge.traces.table.TextPool;
import io.flowgauge.workflow.Activity;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Records jobs. Not thread-safe. */
final class JobRecording {
  /** Phase types by their names in scripts; other phases keep their names. */
  private static final Map<String, PhaseType> PHASES =
      Map.of(
          "run", PhaseType.COMPUTE,
          "stage_in", PhaseType.STAGE_IN,
          "stage_out", PhaseType.STAGE_OUT,
          "unpack", PhaseType.EXTRACT,
          "pack", PhaseType.ARCHIVE);

  private final SlurmJobs jobs;
  private final ScriptTables tables;
  private final boolean aligned;
  private final Remarks remarks;
  private final RunRecorder into;
  private final TextPool types = new TextPool();
  private final Map<String, Integer> processors = new TreeMap<>();

  JobRecording(
      SlurmJobs jobs, ScriptTables tables, boolean aligned, Remarks remarks, RunRecorder into) {
    this.jobs = jobs;
    this.tables = tables;
    this.aligned = aligned;
    this.remarks = remarks;
    this.into = into;
  }

  void record(JobLife life) {
    ScriptTables.Submission submission = aligned ? tables.submissions.get(life.first().id()) : null;
    Activity activity = Activity.of(life.id(), types.shared(JobNames.type(life.name())));
    if (submission != null && submission.iteration() > 0) {
      activity = activity.withIteration(submission.iteration());
    }
    into.activity(activity.withAttributes(attributes(life)));
    submission(life, submission);
    if (life.jobIds().size() > 1) {
      remarks.info(
          "jobs of one name, each submitted after the one before had failed, are attempts of one"
              + " activity",
          life.id() + " [" + String.join(", ", life.jobIds()) + "]");
    }
    attempt(life.id(), life.first(), 1);
    for (int k = 1; k < life.attempts().size(); k++) {
      recordResubmission(life.id(), life.attempts().get(k - 1), life.attempts().get(k), k + 1);
      attempt(life.id(), life.attempts().get(k), k + 1);
    }
    if (aligned) {
      recordPhases(life);
    }
    recordSuspension(life);
  }

  /**
   * Records the start of the first attempt. A job submitted before its predecessors had ended
   * counts as submitted when they had: its wait for them is not an overhead of its own.
   */
  private void submission(JobLife life, ScriptTables.Submission submission) {
    JobRecord first = life.first();
    OptionalLong submitted = jobs.utc(first.submit());
    OptionalLong met = life.metAfterSubmission();
    if (met.isPresent()) {
      remarks.info(
          "jobs submitted before the jobs they depend on had ended: SUBMITTED is the time of that"
              + " end, and the attribute submit the time of submission",
          life.id());
      submitted = jobs.utc(met.getAsLong());
    } else if (submission != null) {
      into.record(life.id(), EventType.STARTED, submission.before(), 1);
      submitted = OptionalLong.of(submission.after());
    }
    if (submitted.isPresent()) {
      into.record(life.id(), EventType.SUBMITTED, submitted.getAsLong(), 1);
      recordPending(life.id(), first, submitted.getAsLong(), 1);
    }
  }

  private Map<String, String> attributes(JobLife life) {
    Map<String, String> more = life.last().attributes();
    OptionalLong submit = jobs.utc(life.first().submit());
    if (life.metAfterSubmission().isEmpty() || submit.isEmpty()) {
      return more;
    }
    Map<String, String> attributes = new TreeMap<>(more);
    attributes.put("submit", Times.instant(submit.getAsLong()).toString());
    return attributes;
  }

  /**
   * Records the start of a later attempt, which Slurm requeued, or which was submitted as another
   * job.
   */
  private void recordResubmission(String id, JobRecord before, JobRecord record, int number) {
    boolean isOther = aligned && !record.id().equals(before.id());
    ScriptTables.Submission submission = isOther ? tables.submissions.get(record.id()) : null;
    OptionalLong submitted =
        submission == null ? jobs.utc(record.submit()) : OptionalLong.of(submission.after());
    if (submission != null) {
      into.record(id, EventType.STARTED, submission.before(), number);
    }
    if (submitted.isPresent()) {
      into.record(id, EventType.SUBMITTED, submitted.getAsLong(), number);
      recordPending(id, record, submitted.getAsLong(), number);
    }
  }

  private void attempt(String id, JobRecord record, int number) {
    event(id, EventType.ACTIVE, record.start(), number);
    if (record.state() == SlurmJobState.SUSPENDED) {
      remarks.info(
          "jobs that were suspended when Slurm was asked; it is not recorded since when", id);
    }
    record.state().end().ifPresent(end -> event(id, end, record.end(), number));
    if (!record.nodes().isEmpty()) {
      into.assign(id, number, record.nodes());
      int cpus = record.cpus();
      processors.merge(record.nodes(), cpus, (a, b) -> a == 0 || b == 0 ? a + b : Math.min(a, b));
    }
  }

  /**
   * Records when a job became PENDING. A job that is eligible when submitted is in the queue from
   * then on; since times are in whole seconds, it may seem to have become eligible before its
   * submission.
   */
  private void recordPending(String id, JobRecord record, long submitted, int number) {
    OptionalLong eligible = jobs.utc(record.eligible());
    if (eligible.isPresent()) {
      boolean later = !record.wasEligibleAtOnce() && eligible.getAsLong() > submitted;
      into.record(id, EventType.PENDING, later ? eligible.getAsLong() : submitted, number);
    }
  }

  private void event(String id, EventType type, long time, int attempt) {
    OptionalLong utc = jobs.utc(time);
    if (utc.isPresent()) {
      into.record(id, type, utc.getAsLong(), attempt);
    }
  }

  private void recordPhases(JobLife life) {
    String job = life.last().id();
    long restarts = life.attempts().stream().filter(a -> a.id().equals(job)).count() - 1;
    List<ScriptTables.JobPhase> phases = tables.phases.getOrDefault(job, List.of());
    long run = 0;
    boolean measured = false;
    for (ScriptTables.JobPhase phase : phases) {
      if (phase.restart() != restarts) {
        remarks.info("phases of attempts that were not the last, left out", life.id());
      } else if (phase.end().isEmpty()) {
        remarks.info("phases without an end, left out", life.id());
      } else {
        boolean runs = phase.name().equals("run");
        measured |= runs;
        run += runs ? phase.end().getAsLong() - phase.begin() : 0;
        into.phase(
            life.id(), new Phase(label(phase.name()), phase.begin(), phase.end().getAsLong()));
      }
    }
    if (measured && life.last().state() == SlurmJobState.COMPLETED) {
      into.wallclock(life.id(), run);
    }
  }

  private static String label(String name) {
    PhaseType type = PHASES.get(name);
    return type == null ? name : type.label();
  }

  /** Records T without suspensions: Slurm states how long a job was suspended, but not when. */
  private void recordSuspension(JobLife life) {
    JobRecord last = life.last();
    if (last.suspended() > 0 && JobRecord.isKnown(last.start()) && JobRecord.isKnown(last.end())) {
      into.wallclock(life.id(), Math.max(0, last.end() - last.start() - last.suspended()));
      remarks.warn(
          "jobs suspended at an unknown time for a known length, which counts as polling",
          life.id() + ", " + Times.seconds(last.suspended()) + " s");
    }
  }

  /**
   * Returns the names of the nodes that jobs ran on, with the processors of the smallest job on
   * each.
   */
  Map<String, Integer> processors() {
    return processors;
  }
}
