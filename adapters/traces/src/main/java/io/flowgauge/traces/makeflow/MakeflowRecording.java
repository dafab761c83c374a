package io.flowgauge.traces.makeflow;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.inputs.Arguments;
import io.flowgauge.traces.slurm.EngineJobs;
import io.flowgauge.traces.slurm.JobTimes;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Records the rules of a Makeflow log, by the mapping of {@link MakeflowReader}. */
final class MakeflowRecording {
  private static final String LOCAL = "local";

  private final MakeflowLog log;
  private final MakeflowCompanions companions;
  private final RunRecorder into;
  private final Remarks remarks;
  private final Optional<WorkQueueRecording> tasks;
  private final String local;
  private final Map<Rule, Map<String, String>> work = new HashMap<>();
  private long submissions;
  private long failures;
  private long dispatches;
  private long dependencies;
  private long measured;
  private long started;

  private MakeflowRecording(
      MakeflowLog log, MakeflowCompanions companions, RunRecorder into, Remarks remarks) {
    this.log = log;
    this.companions = companions;
    this.into = into;
    this.remarks = remarks;
    this.tasks = companions.transactions().map(all -> new WorkQueueRecording(all, into));
    this.local = local(companions);
  }

  static void record(
      TraceFile file,
      MakeflowLog log,
      MakeflowCompanions companions,
      RunRecorder into,
      Remarks remarks) {
    MakeflowRecording recording = new MakeflowRecording(log, companions, into, remarks);
    recording.processors();
    // Adds parents that the log does not mention otherwise.
    for (Rule rule : log.rules().values().toArray(Rule[]::new)) {
      rule.parents().forEach(log::rule);
    }
    recording.describeWork();
    log.rules().values().forEach(recording::rule);
    log.started().ifPresent(into::start);
    recording.summarize(file.fileName());
  }

  private void processors() {
    tasks.ifPresent(WorkQueueRecording::declareWorkers);
    if (companions.localJobs().isPresent() && companions.localJobs().getAsInt() > 0) {
      into.processor(Processor.of(local).withSlots(companions.localJobs().getAsInt()));
    }
  }

  /**
   * Returns the processor on which Makeflow runs jobs itself: the name of the host if the monitor
   * recorded it.
   */
  private static String local(MakeflowCompanions companions) {
    Set<String> hosts = companions.hosts();
    return hosts.size() == 1 ? hosts.iterator().next() : LOCAL;
  }

  private void describeWork() {
    Arguments arguments = new Arguments();
    for (Rule rule : log.rules().values()) {
      Map<String, String> attributes = new TreeMap<>();
      work.put(rule, attributes);
      arguments.putCommand(rule.command(), attributes);
      if (rule.hasSources()) {
        log.files().recordInputs(rule.type(), rule.sources(), attributes);
      }
    }
    log.files().addAttributes();
  }

  private void rule(Rule rule) {
    String id = rule.id();
    Optional<MonitorSummary> summary = companions.summary(rule);
    into.activity(
        Activity.of(id, rule.type(), ActivityKind.COMPUTE)
            .withAttributes(attributes(rule, summary)));
    Set<Long> parents = new HashSet<>();
    for (long parent : rule.parents()) {
      if (parents.add(parent)) {
        into.dependency(log.rule(parent).id(), id);
        dependencies++;
      }
    }
    int attempt = 1;
    for (Submission submission : rule.submissions()) {
      attempt += submission(id, attempt, submission, submission == rule.last());
    }
    recordLastAttempt(rule, attempt - 1, summary);
  }

  private Map<String, String> attributes(Rule rule, Optional<MonitorSummary> summary) {
    Map<String, String> all = new TreeMap<>(work.get(rule));
    summary.ifPresent(known -> all.putAll(known.attributes()));
    if (rule.isDeclared()) {
      all.put("command", rule.command());
    }
    if (!rule.submissions().isEmpty()) {
      all.put("native_id", String.valueOf(rule.last().job()));
      companions.task(rule.last()).ifPresent(task -> WorkQueueReader.addAttributes(task, all));
    }
    return all;
  }

  private int submission(String id, int attempt, Submission submission, boolean last) {
    submissions++;
    failures += submission.end().filter(end -> end.type() == EventType.FAILED).isPresent() ? 1 : 0;
    Optional<WorkQueueTask> task = companions.task(submission);
    if (task.isPresent() && tasks.isPresent()) {
      int count = tasks.get().recordAttempts(id, attempt, task.get(), submission);
      dispatches += count;
      return count;
    }
    if (tasks.isPresent()) {
      remarks.warn("submissions missing from the transactions log", id);
    }
    submission.submitted().ifPresent(nanos -> into.record(id, EventType.SUBMITTED, nanos, attempt));
    if (companions.localJobs().isPresent()) {
      submission.submitted().ifPresent(nanos -> into.record(id, EventType.ACTIVE, nanos, attempt));
      into.assign(id, attempt, local);
    } else {
      companions
          .slurm()
          .times(String.valueOf(submission.job()), submission.submitted())
          .ifPresent(times -> slurm(id, attempt, times, last));
    }
    submission.end().ifPresent(end -> into.record(id, end.type(), end.nanos(), attempt));
    return 1;
  }

  private void slurm(String id, int attempt, JobTimes times, boolean last) {
    times.start().ifPresent(nanos -> into.record(id, EventType.ACTIVE, nanos, attempt));
    started += times.start().isPresent() ? 1 : 0;
    if (!times.nodes().isEmpty()) {
      into.assign(id, attempt, times.nodes());
    }
    if (last) {
      EngineJobs.phase(times).ifPresent(phase -> into.phase(id, phase));
    }
  }

  /** Records values known only of the last attempt. */
  private void recordLastAttempt(Rule rule, int attempt, Optional<MonitorSummary> summary) {
    String id = rule.id();
    if (rule.submissions().isEmpty()) {
      remarks.info("rules that were never submitted", id);
      return;
    }
    if (rule.last().end().isEmpty()) {
      remarks.warn("rules that have not ended: Makeflow was stopped, or the log is cut off", id);
    }
    if (tasks.isPresent()) {
      companions.task(rule.last()).ifPresent(task -> tasks.get().recordLastValues(id, task));
    }
    summary.ifPresent(known -> recordMeasured(id, attempt, known));
  }

  private void recordMeasured(String id, int attempt, MonitorSummary summary) {
    OptionalLong start = summary.start();
    if (tasks.isEmpty() && companions.localJobs().isEmpty() && start.isPresent()) {
      into.record(id, EventType.ACTIVE, start.getAsLong(), attempt);
    }
    summary.wallTime().ifPresent(nanos -> into.wallclock(id, nanos));
    if (tasks.isEmpty() && companions.localJobs().isEmpty() && !summary.host().isEmpty()) {
      into.assign(id, attempt, summary.host());
    }
    measured++;
  }

  private void summarize(String name) {
    remarks.info(
        log.hasGraph() || !companions.graphName().isEmpty()
            ? "dependencies: " + dependencies
            : "dependencies: none, as there is neither a verbose log nor the makeflow",
        companions.graphName().isEmpty() ? name : companions.graphName());
    remarks.info(submissions + " submissions by Makeflow; " + failures + " failed", name);
    if (tasks.isPresent()) {
      remarks.info(
          "adds workers and the times at which jobs ran, from " + dispatches + " dispatches",
          companions.transactionsName());
    } else if (companions.localJobs().isPresent()) {
      remarks.info("Makeflow ran the jobs itself, without a queue", name);
    } else if (started < submissions) {
      remarks.info(
          "when jobs began to run is known only for "
              + Math.max(measured, started)
              + ", from Slurm or the resource monitor: Makeflow does not distinguish waiting in a"
              + " batch system from running",
          name);
    }
    if (log.starts() > 1) {
      remarks.info(
          "Makeflow was started " + log.starts() + " times: the run is measured over all of them",
          name);
    }
    outcome(name);
  }

  private void outcome(String name) {
    switch (log.outcome()) {
      case "COMPLETED" -> {}
      case "" -> remarks.warn("Makeflow did not finish, or the log is cut off", name);
      default -> remarks.warn("Makeflow ended with " + log.outcome(), name);
    }
  }
}
