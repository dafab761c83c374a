package io.flowgauge.traces.pegasus;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.condor.DagFile;
import java.io.IOException;
import java.util.List;

/**
 * Reads submit directories of Pegasus: {@code jobstate.log} with the DAG and the kickstart records
 * next to it and in folders below. Pegasus' monitor turns these states of jobs into the events of a
 * stampede log, whose mapping {@link StampedeReader} documents. Immutable and thread-safe.
 *
 * <ul>
 *   <li>{@code jobstate.log}: when jobs were submitted, ran and ended, in whole seconds of the
 *       monitor's clock; the run starts with DAGMan. A submission is an attempt.
 *   <li>{@code *.static.bp}, which the planner wrote: jobs with their types, tasks, dependencies.
 *       If there is a stampede log with events of jobs, that is the run, and {@code jobstate.log},
 *       from which it was made, is ignored.
 *   <li>{@code *.dag}: dependencies if there is no such log, and the number of retries. The kinds
 *       of auxiliary jobs then come from the names that Pegasus gives them ({@code stage_in_},
 *       {@code stage_out_}, {@code create_dir_} ...).
 *   <li>{@code JOB.out.00N} with records of kickstart, N submissions before it: T, host, processor
 *       time of the programs, in YAML (3.0) and XML (before).
 *   <li>{@code braindump.yml} or {@code .txt}: name of the workflow.
 * </ul>
 */
public final class SubmitReader implements RunReader {

  /** A reader of submit directories. */
  public SubmitReader() {}

  @Override
  public String format() {
    return "pegasus-submit";
  }

  @Override
  public Match match(TraceFile file) {
    if (JobStateLog.matches(file)) {
      return Match.RUN;
    }
    boolean companion =
        StampedeReader.isLog(file)
            || KickstartFile.matches(file)
            || Braindump.matches(file)
            || DagFile.matches(file);
    return companion ? Match.COMPANION : Match.NO;
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    SubmitDirectory directory = SubmitDirectory.read(file, companions);
    if (directory.log().plans().stream().allMatch(plan -> plan.jobs().isEmpty())) {
      throw file.error("", "no job", "states of jobs: time job STATE number site walltime count");
    }
    JobLevel.record(directory.log(), into);
    return directory.name();
  }
}
