package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads jobs of the batch system Slurm as a run: the output of {@code sacct --parsable2} with any
 * choice of columns, preferably with {@code --duplicates}; the job completion log; {@code scontrol
 * show job}. Several of them in one folder complement each other. Stateless and thread-safe.
 *
 * <p>A job is an activity, whose type is its name without the numbers at its end. Each requeueing
 * by Slurm is another attempt, and so is each job of the same name that was submitted after the one
 * before had failed, if there is no other of the name. {@code Submit} is SUBMITTED, {@code
 * Eligible} is PENDING, {@code Start} is ACTIVE, {@code End} is COMPLETED, FAILED or ABORTED by
 * {@code State}: a job that waits for others or is held is not yet PENDING, so the hold after a
 * restart counts neither as restart nor as queueing. A job submitted before its predecessors had
 * ended is SUBMITTED when they have, with its real submission as an attribute. Nodes are
 * processors; their slots come from {@code scontrol show node}, their sites from the only feature
 * of a node, or else its only partition. Steps are not activities; values that only steps have,
 * such as the memory used, become the job's.
 *
 * <p>Slurm writes local times without a zone, in whole seconds. The log of {@code slurmctld}, if
 * present, adds milliseconds. The zone is unknown unless a table of submissions shows it.
 *
 * <p>A script that submits jobs may add tables, separated by tabs, with times in seconds since
 * 1970-01-01T00:00:00Z: dependencies with the columns {@code from} and {@code to} (names or ids of
 * jobs); submissions with {@code job}, {@code before} and {@code after} (STARTED and SUBMITTED) and
 * optionally {@code iteration}; phases with {@code job}, {@code restart}, {@code phase}, {@code
 * begin} and {@code end}, where the phase {@code run} is T(a); and two lines {@code start} and
 * {@code end} of the workflow. Without a table of dependencies {@code --dependency} is taken from
 * {@code SubmitLine} or {@code Dependency}.
 */
public final class SlurmReader implements RunReader {

  /** Made by the service loader. */
  public SlurmReader() {}

  @Override
  public String format() {
    return "slurm";
  }

  @Override
  public Match match(TraceFile file) {
    return SlurmFile.of(file)
        .map(kind -> kind.holdsJobs() ? Match.RUN : Match.COMPANION)
        .orElse(Match.NO);
  }

  /**
   * Returns the file with the most detail: accounting, or else the completion log, or else a dump
   * of jobs; two of one kind are two runs.
   */
  @Override
  public Optional<TraceFile> main(List<TraceFile> runs) {
    for (SlurmFile kind : SlurmFile.values()) {
      List<TraceFile> some =
          runs.stream().filter(run -> SlurmFile.of(run).equals(Optional.of(kind))).toList();
      if (!some.isEmpty()) {
        return some.size() == 1 ? Optional.of(some.get(0)) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    SlurmJobs jobs = SlurmJobs.read(file, companions, into);
    if (jobs.isEmpty()) {
      throw file.error("", "no job", "records of Slurm jobs");
    }
    Remarks remarks = new Remarks();
    ScriptTables tables = new ScriptTables(remarks);
    for (TraceFile companion : companions) {
      tables.read(companion);
    }
    boolean aligned = determineTimeBase(jobs, tables, into);
    JobNames names = new JobNames(jobs.lives());
    jobs.forgetJobs();
    JobDependencies dependencies = new JobDependencies(names, remarks, into);
    dependencies.find(tables, file.fileName());
    JobRecording recording = new JobRecording(jobs, tables, aligned, remarks, into);
    JobSummary summary = new JobSummary();
    for (JobLife life : names.lives()) {
      JobLife whole = life.unpacked();
      recording.record(whole);
      summary.add(whole);
      life.forget();
    }
    jobs.declareNodes(recording.processors(), into);
    dependencies.record();
    if (aligned) {
      workflow(tables, file, into);
    }
    summary.report(file.fileName(), into);
    remarks.report(into);
    return "";
  }

  /**
   * Records the start of the run, which is that of its script; it ends with its last job, which the
   * script notices only later.
   */
  private static void workflow(ScriptTables tables, TraceFile file, RunRecorder into) {
    tables.start.ifPresent(into::start);
    if (tables.start.isPresent() && tables.end.isPresent()) {
      double seconds = Times.seconds(tables.end.getAsLong() - tables.start.getAsLong());
      into.diagnostic(
          Diagnostic.info(
              file.fileName(),
              "the script that submitted the jobs reports " + seconds + " s from start to end"));
    }
  }

  /** Determines the zone of the cluster; returns true if tables with times in UTC can be used. */
  private static boolean determineTimeBase(SlurmJobs jobs, ScriptTables tables, RunRecorder into) {
    Map<String, Long> submissions = new HashMap<>();
    tables.submissions.forEach((id, submission) -> submissions.put(id, submission.after()));
    boolean aligned = jobs.align(submissions, into) || !jobs.hasUnknownZone();
    into.timeBase(aligned ? TimeBase.UTC : TimeBase.UNKNOWN_ZONE);
    if (!aligned) {
      into.diagnostic(
          Diagnostic.warning(
              jobs.names(), "Slurm's times have no zone; they are shown as if it were UTC"));
      if (!tables.phases.isEmpty() || tables.start.isPresent()) {
        into.diagnostic(
            Diagnostic.warning(
                jobs.names(),
                "tables with times in UTC are not used, because the zone of Slurm's times is"
                    + " not known"));
      }
    }
    return aligned;
  }
}
