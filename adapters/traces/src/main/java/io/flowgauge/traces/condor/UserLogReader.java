package io.flowgauge.traces.condor;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Reads HTCondor user logs (job event logs), with the DAG from which DAGMan submitted the jobs.
 * Stateless and thread-safe.
 *
 * <p>All user logs of a folder form one run, as each job may have its own. With a DAG ({@code
 * .dag}) an activity is a node, its type the submit file; a node whose cluster has several jobs
 * gives one activity for each, {@code node.job}. Without a DAG, an activity is a job, named by the
 * node in its log or else {@code cluster.job}. Splices and included files are expanded if they are
 * next to the DAG; a node that runs a DAG of its own is one activity. A FINAL node comes after all
 * others, a PROVISIONER before them.
 *
 * <p>An attempt is a submission; a job that loses its host and is queued again without a checkpoint
 * starts another. Events of an attempt:
 *
 * <table>
 * <caption>Events of a job</caption>
 * <tr><th>event</th><th>number in the log</th></tr>
 * <tr><td>SUBMITTED</td><td>000; for a job that was queued again, the time of queueing</td></tr>
 * <tr><td>PENDING</td><td>027, 017: a site has it</td></tr>
 * <tr><td>ACTIVE</td><td>001: the inputs have arrived and the job runs</td></tr>
 * <tr><td>SUSPENDED, RESUMED</td><td>010, 011; also 004 with a checkpoint, and the next
 *     001</td></tr>
 * <tr><td>COMPLETED</td><td>005 with return value 0</td></tr>
 * <tr><td>FAILED</td><td>005 with another value or a signal; 002; while the job runs, 004, 007, 012, 024</td></tr>
 * <tr><td>ABORTED</td><td>009</td></tr>
 * </table>
 *
 * <p>A node with a POST script ends with the script (016) and has its result; 005 to 016 is the
 * phase {@code post-script}. Transfers of files (040) are the phases {@code stage-in} and {@code
 * stage-out}. T is not measured: the log has processor time only ({@code cpu_seconds}). The
 * processor is the machine of the slot in 001, else its address. Repeated events, as after a
 * recovery, count once.
 *
 * <p>Times are local without a zone ({@link TimeBase#UNKNOWN_ZONE}) unless they have one. Old logs
 * have no year: the first event is taken to lie in the year that ends with the last change of the
 * file, with a warning.
 *
 * <p>Logs are text, or sequences of ads in XML or JSON; a folder may mix these forms. A truncated
 * or unreadable ad is left out with a remark. Document types and entities of XML are not read.
 */
public final class UserLogReader implements RunReader {

  /** Made by the service loader. */
  public UserLogReader() {}

  @Override
  public String format() {
    return "htcondor-user-log";
  }

  @Override
  public boolean isSupplementary() {
    return true;
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

  /** Jobs have logs of their own, or share some: together the logs are the run. */
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
    new CondorRecording(file, jobs, DagFile.read(companions, remarks), into, remarks).record();
    remarks.report(into);
    return "";
  }
}
