package io.flowgauge.traces.makeflow;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.slurm.SlurmJobs;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads Makeflow logs ({@code *.makeflowlog}), with the other files Makeflow leaves next to them.
 * Stateless and thread-safe.
 *
 * <p>An activity is a rule; its type is the rule's category, or the program it calls if it has
 * none; its id is the type with the number of the rule. An attempt is a submission; each time Work
 * Queue loses a task and sends it to another worker, there is one more. Events of an attempt:
 *
 * <table>
 * <caption>Events of a submission</caption>
 * <tr><th>event</th><th>in the logs</th></tr>
 * <tr><td>SUBMITTED</td><td>the rule's state 1, "running", which includes the wait in a batch system; WAITING of Work Queue if that is earlier or repeated</td></tr>
 * <tr><td>ACTIVE</td><td>RUNNING of Work Queue; state 1 if Makeflow ran the job itself, which only its output shows; for the last attempt, the start measured by the resource monitor. Otherwise unknown</td></tr>
 * <tr><td>COMPLETED, FAILED, ABORTED</td><td>states 2, 3, 4</td></tr>
 * </table>
 *
 * <p>Companions:
 *
 * <ul>
 *   <li>the transactions log of Work Queue or TaskVine: see {@link WorkQueueReader} for what it
 *       adds; tasks are joined by the number of the job, and by time
 *   <li>the manager's statistics, as a check
 *   <li>the makeflow itself, in the Make-like language: rules and their dependencies, if the log
 *       lacks them (it has them with {@code --log-verbose}); JX is not read
 *   <li>summaries of the resource monitor: T, host and resources of last attempts; one is used only
 *       if its times lie inside the attempt
 *   <li>records of Slurm: start, nodes and end of jobs with the same numbers
 *   <li>Makeflow's output: the number of jobs it ran at once itself
 * </ul>
 *
 * <p>The run starts with the first STARTED.
 */
public final class MakeflowReader implements RunReader {
  private static final Pattern STATE =
      Pattern.compile("\\d{10,19} \\d{1,18} [0-4] -?\\d{1,18} \\d+ \\d+ \\d+ \\d+ \\d+ \\d+");
  private static final Pattern COMMENT =
      Pattern.compile(
          "# (?:NODE\\s\\d+\\s.*|STARTED\\s\\d{10,19}|FILE \\d{10,19} \\S.* \\d \\d+|[0-6] \\S+"
              + " \\d{10,19})");
  private static final int LINES_TO_LOOK_AT = 3;

  /** A reader of Makeflow logs. */
  public MakeflowReader() {}

  @Override
  public String format() {
    return "makeflow-log";
  }

  @Override
  public Match match(TraceFile file) {
    if (isLog(file)) {
      return Match.RUN;
    }
    boolean companion =
        TransactionLog.matches(file)
            || ManagerStatistics.matches(file)
            || MonitorSummary.matches(file)
            || MakeflowOutput.matches(file)
            || MakeflowRules.matches(file)
            || SlurmJobs.isRecords(file);
    return companion ? Match.COMPANION : Match.NO;
  }

  private static boolean isLog(TraceFile file) {
    return file.head()
        .lines()
        .limit(LINES_TO_LOOK_AT)
        .anyMatch(line -> STATE.matcher(line).matches() || COMMENT.matcher(line).matches());
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    Remarks remarks = new Remarks();
    MakeflowLog log = MakeflowLog.parse(file, remarks);
    if (log.rules().isEmpty()) {
      throw file.error("", "no rule", "states of rules: time rule state job and six counts");
    }
    MakeflowCompanions beside = MakeflowCompanions.read(log, companions, into, remarks);
    MakeflowRecording.record(file, log, beside, into, remarks);
    beside.slurm().recordInto(into);
    remarks.report(into);
    return "";
  }
}
