package io.flowgauge.model.condor;

import io.flowgauge.model.trace.Remarks;
import io.flowgauge.model.trace.Supplementary;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads HTCondor's user logs (job event logs), with the DAG that DAGMan submitted the jobs from.
 * Stateless and thread-safe.
 *
 * <p>All user logs of a folder are one run: each job may have its own. With a DAG ({@code .dag}) an
 * activity is a node, its type the submit file; a node whose cluster has several jobs gives one
 * activity for each, {@code node.job}. Without, an activity is a job of a node that its log names,
 * or {@code cluster.job}. Splices and included files are put in place if they lie beside the DAG; a
 * node that runs a DAG of its own is one activity. FINAL comes after all others, PROVISIONER
 * before.
 *
 * <p>An attempt is a submission; one that loses its host and is queued again without a checkpoint
 * is followed by another. Events of an attempt:
 *
 * <table>
 * <caption>Events of a job</caption>
 * <tr><th>event</th><th>number in the log</th></tr>
 * <tr><td>SUBMITTED</td><td>000; of a job that was queued again, when that was</td></tr>
 * <tr><td>PENDING</td><td>027, 017: a site has it</td></tr>
 * <tr><td>ACTIVE</td><td>001: inputs are there, the job runs</td></tr>
 * <tr><td>SUSPENDED, RESUMED</td><td>010, 011; also 004 with a checkpoint, and the next
 *     001</td></tr>
 * <tr><td>COMPLETED</td><td>005 with return value 0</td></tr>
 * <tr><td>FAILED</td><td>005 with another, or a signal; 002; while the job ran 004, 007, 012,
 *     024</td></tr>
 * <tr><td>ABORTED</td><td>009</td></tr>
 * </table>
 *
 * <p>After a POST script (016) the node ends with it, and with its result; from 005 to 016 is the
 * phase {@code post-script}. Transfers of files (040) are the phases {@code stage-in} and {@code
 * stage-out}. T is not measured: the log has the processor time only ({@code cpu_seconds}). A
 * processor is the machine of the slot that 001 tells, else its address. Events that are told
 * again, as after a recovery, count once.
 *
 * <p>Times are local without a zone ({@link TimeBase#UNKNOWN_ZONE}) unless they have one. Old logs
 * have no year: that of the last change of the file is taken, with a warning.
 *
 * <p>Logs are text, or ads in XML or JSON, one after the other; logs of several forms may lie side
 * by side. An ad that was cut or cannot be read is left out with a remark. Document types and
 * entities of XML are not read.
 */
public final class UserLogReader implements RunReader, Supplementary {

  /** A reader of user logs. */
  public UserLogReader() {}

  @Override
  public String format() {
    return "htcondor-user-log";
  }

  @Override
  public Match match(TraceFile file) {
    if (isUserLog(file)) {
      return Match.RUN;
    }
    return DagFile.matches(file) ? Match.COMPANION : Match.NO;
  }

  private static boolean isUserLog(TraceFile file) {
    return UserLog.matches(file) || EventAds.matches(file);
  }

  /** Jobs have logs of their own, or share some: together they are the run. */
  @Override
  public Optional<TraceFile> main(List<TraceFile> runs) {
    return Optional.of(runs.get(0));
  }

  private static boolean read(TraceFile file, Remarks remarks, CondorJobs jobs) throws IOException {
    return EventAds.matches(file)
        ? EventAds.read(file, remarks, jobs::take)
        : UserLog.read(file, remarks, jobs::take);
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    Remarks remarks = new Remarks();
    CondorJobs jobs = new CondorJobs(remarks);
    boolean unknownZone = read(file, remarks, jobs);
    for (TraceFile other : companions) {
      if (isUserLog(other)) {
        unknownZone |= read(other, remarks, jobs);
      }
    }
    if (jobs.jobs().isEmpty()) {
      throw file.error("", "no job", "events of jobs: number (cluster.job.0) time text");
    }
    into.timeBase(unknownZone ? TimeBase.UNKNOWN_ZONE : TimeBase.UTC);
    new CondorRecording(file, jobs, DagFile.read(companions, remarks), into, remarks).tell();
    remarks.tell(into);
    return "";
  }
}
