package io.flowgauge.traces.makeflow;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.slurm.EngineJobs;
import io.flowgauge.traces.slurm.SlurmJobs;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** The files next to a Makeflow log. Not thread-safe. */
final class MakeflowCompanions {
  private final MakeflowLog log;
  private final Remarks remarks;
  private final Map<Long, MonitorSummary> summaries = new HashMap<>();
  private Optional<TransactionLog> transactions = Optional.empty();
  private String transactionsName = "";
  private String graphName = "";
  private OptionalInt localJobs = OptionalInt.empty();

  private final EngineJobs slurm;

  private MakeflowCompanions(MakeflowLog log, EngineJobs slurm, Remarks remarks) {
    this.log = log;
    this.slurm = slurm;
    this.remarks = remarks;
  }

  static MakeflowCompanions read(
      MakeflowLog log, List<TraceFile> files, RunRecorder into, Remarks remarks)
      throws IOException {
    EngineJobs slurm = EngineJobs.of(files, submissions(log), into);
    MakeflowCompanions all = new MakeflowCompanions(log, slurm, remarks);
    for (TraceFile file : files) {
      all.add(file);
    }
    for (TraceFile file : files) {
      if (all.transactions.isPresent() && ManagerStatistics.matches(file)) {
        ManagerStatistics.read(file).check(all.transactions.get(), file.fileName(), remarks);
      }
    }
    return all;
  }

  private static Map<String, Long> submissions(MakeflowLog log) {
    Map<String, Long> all = new HashMap<>();
    for (Rule rule : log.rules().values()) {
      for (Submission each : rule.submissions()) {
        each.submitted().ifPresent(nanos -> all.put(String.valueOf(each.job()), nanos));
      }
    }
    return all;
  }

  private void add(TraceFile file) throws IOException {
    if (SlurmJobs.isRecords(file)) {
      return;
    }
    if (TransactionLog.matches(file)) {
      transactions(file);
    } else if (MonitorSummary.matches(file)) {
      summary(file);
    } else if (MakeflowOutput.matches(file)) {
      localJobs = MakeflowOutput.localJobs(file);
    } else if (!ManagerStatistics.matches(file) && !log.hasGraph() && graphName.isEmpty()) {
      graph(file);
    }
  }

  private void transactions(TraceFile file) throws IOException {
    if (transactions.isPresent()) {
      remarks.warn("further transactions logs: the first is read", file.fileName());
      return;
    }
    transactions = Optional.of(TransactionLog.parse(file, remarks));
    transactionsName = file.fileName();
  }

  private void summary(TraceFile file) throws IOException {
    OptionalLong rule = MonitorSummary.rule(file);
    if (rule.isEmpty() || !log.rules().containsKey(rule.getAsLong())) {
      remarks.warn("resource monitor summaries for no rule of this log", file.fileName());
      return;
    }
    summaries.put(rule.getAsLong(), MonitorSummary.read(file));
  }

  private void graph(TraceFile file) throws IOException {
    if (MakeflowRules.describe(MakeflowRules.read(file, remarks), log)) {
      graphName = file.fileName();
    } else {
      remarks.warn(
          "makeflows with fewer rules than the log, perhaps of another workflow", file.fileName());
    }
  }

  /** Returns the name of the file from which the dependencies came; empty for the log itself. */
  String graphName() {
    return graphName;
  }

  /** Returns Slurm's jobs, if Makeflow ran over Slurm and its records are present. */
  EngineJobs slurm() {
    return slurm;
  }

  Optional<TransactionLog> transactions() {
    return transactions;
  }

  String transactionsName() {
    return transactionsName;
  }

  /** Returns the names of the hosts on which the monitor ran. */
  Set<String> hosts() {
    return summaries.values().stream()
        .map(MonitorSummary::host)
        .filter(host -> !host.isEmpty())
        .collect(Collectors.toSet());
  }

  /**
   * Returns how many jobs Makeflow itself ran at once; empty unless it is known to have run them.
   */
  OptionalInt localJobs() {
    return transactions.isPresent() ? OptionalInt.empty() : localJobs;
  }

  /** Returns the task of a submission. */
  Optional<WorkQueueTask> task(Submission submission) {
    return transactions.flatMap(
        all ->
            all.tasks(submission.job()).stream().filter(task -> task.isOf(submission)).findFirst());
  }

  /** Returns the measurements of the last submission of a rule. */
  Optional<MonitorSummary> summary(Rule rule) {
    MonitorSummary summary = summaries.get(rule.number());
    if (summary == null || rule.submissions().isEmpty()) {
      return Optional.empty();
    }
    if (!summary.isOf(rule.last())) {
      remarks.warn(
          "resource monitor summaries of another time than the last attempt, not used", rule.id());
      return Optional.empty();
    }
    boolean other = rule.isDeclared() && !summary.command().equals(rule.command());
    if (other) {
      remarks.warn("resource monitor summaries of another command, not used", rule.id());
    }
    return other ? Optional.empty() : Optional.of(summary);
  }
}
