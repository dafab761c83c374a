package io.flowgauge.traces.snakemake;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.slurm.EngineJobs;
import io.flowgauge.traces.slurm.SlurmJobs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Reads the events, logs and metadata of a Snakemake run. Stateless and thread-safe.
 *
 * <p>The run is the first of these that exists; the others are its companions:
 *
 * <ol>
 *   <li>the messages to a log handler, one JSON object per line (with {@code level}, {@code
 *       timestamp} or {@code t}, and the fields of the message)
 *   <li>the log, or Snakemake's output: whole seconds of local time without a zone ({@link
 *       TimeBase#UNKNOWN_ZONE})
 *   <li>the metadata of outputs, as files of {@code .snakemake/metadata} or as their lines with
 *       {@code output}: the last completion of each job, without failures
 * </ol>
 *
 * <p>An activity is a job; its type is the rule, its id the rule with its wildcards, or its first
 * output. An attempt is a start of a job. Events of an attempt:
 *
 * <table>
 * <caption>Events of a start</caption>
 * <tr><th>event</th><th>jobs on Snakemake's own machine</th><th>cluster jobs</th></tr>
 * <tr><td>STARTED</td><td>{@code job_info}, the line {@code rule NAME:}</td><td>the same</td></tr>
 * <tr><td>SUBMITTED</td><td>the same moment: there is no queue</td><td>"Submitted job"</td></tr>
 * <tr><td>ACTIVE</td><td>{@code starttime} of the metadata of an output, if it lies within the last attempt; else the same moment</td><td>the start in Slurm's records, joined by job number; else unknown, as the metadata include the queue</td></tr>
 * <tr><td>COMPLETED, FAILED</td><td>{@code job_finished}, {@code job_error}</td><td>the
 *     same</td></tr>
 * </table>
 *
 * <p>T comes from the job's benchmark ({@code s}, summed over repetitions), which Snakemake writes
 * for the last attempt if it completes; the other columns are attributes. A job depends on the jobs
 * whose outputs are its inputs, or directories that hold them; the drawing of the graph ({@code
 * --dag}) is a check. The service {@code scheduling} lasts from {@code Select jobs to execute} to
 * {@code Selected jobs} or {@code job_started}. Jobs of a group are submitted, and fail, as one.
 * The run ends with {@code workflow_finished}, which the log handlers of {@code plugins/snakemake}
 * add, or in a log with {@code Complete log}.
 */
public final class SnakemakeReader implements RunReader {
  private static final List<Predicate<TraceFile>> KINDS =
      List.of(EventLines::matches, LogText::matches, Metadata::matches);

  /** Made by the service loader. */
  public SnakemakeReader() {}

  @Override
  public String format() {
    return "snakemake";
  }

  @Override
  public Match match(TraceFile file) {
    if (KINDS.stream().anyMatch(kind -> kind.test(file))) {
      return Match.RUN;
    }
    boolean companion =
        Benchmark.matches(file)
            || DagDrawing.matches(file)
            || SnakeCompanions.isStatistics(file)
            || SlurmJobs.isRecords(file);
    return companion ? Match.COMPANION : Match.NO;
  }

  /**
   * Returns the best source of the run. Logs of one run start at the same second, and metadata
   * belong together, but event files do not.
   */
  @Override
  public Optional<TraceFile> main(List<TraceFile> runs) {
    for (Predicate<TraceFile> kind : KINDS) {
      List<TraceFile> best = runs.stream().filter(kind).toList();
      if (!best.isEmpty()) {
        return isOne(best) ? best.stream().min(byLength()) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean isOne(List<TraceFile> files) {
    TraceFile first = files.get(0);
    return files.size() == 1
        || files.stream().allMatch(Metadata::matches)
        || (LogText.firstDate(first).isPresent()
            && files.stream()
                .allMatch(file -> LogText.firstDate(file).equals(LogText.firstDate(first))));
  }

  /**
   * Compares logs by length: the shorter is the better one, because printed output also contains
   * the output of the jobs.
   */
  private static Comparator<TraceFile> byLength() {
    return Comparator.comparingLong(file -> file.path().toFile().length());
  }

  @Override
  public String read(TraceFile file, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    Remarks remarks = new Remarks();
    SnakeRun run = new SnakeRun(remarks);
    boolean text = false;
    List<TraceFile> others = new ArrayList<>(companions);
    if (EventLines.matches(file)) {
      EventLines.read(file, run);
    } else if (LogText.matches(file)) {
      text = true;
      LogText.read(file, run);
    } else {
      metadata(file, companions, run);
      others.removeIf(Metadata::matches);
    }
    if (run.jobs().isEmpty()) {
      throw file.error("", "no job", "messages, a log or metadata of Snakemake about jobs");
    }
    into.timeBase(text ? TimeBase.UNKNOWN_ZONE : TimeBase.UTC);
    SnakeCompanions beside = SnakeCompanions.of(others, run, !text);
    EngineJobs jobs = EngineJobs.of(text ? List.of() : others, submissions(run), into);
    SnakeRecording.record(file, run, new SnakeRecording.SupplementaryData(beside, jobs), into);
    jobs.recordInto(into);
    remarks.report(into);
    return "";
  }

  private static Map<String, Long> submissions(SnakeRun run) {
    Map<String, Long> all = new HashMap<>();
    for (SnakeJob job : run.jobs()) {
      for (JobAttempt attempt : job.attempts()) {
        attempt.submitted().ifPresent(nanos -> all.put(attempt.externalId(), nanos));
      }
    }
    return all;
  }

  /** Reads metadata; outputs with the same rule, start and inputs belong to one job. */
  private static void metadata(TraceFile file, List<TraceFile> companions, SnakeRun run)
      throws IOException {
    Metadata metadata = new Metadata();
    metadata.read(file, run.remarks());
    for (TraceFile other : companions) {
      if (Metadata.matches(other)) {
        metadata.read(other, run.remarks());
      }
    }
    Map<String, SnakeJob> jobs = new HashMap<>();
    for (Metadata.Output output : metadata.outputs().values().stream().sorted(byName()).toList()) {
      String key = output.info.rule + "\n" + output.started + "\n" + output.info.inputs;
      SnakeJob known = jobs.get(key);
      if (known != null) {
        known.info().outputs.add(output.name);
        continue;
      }
      jobs.put(key, job(output, run));
    }
    run.remarks()
        .info(
            "only the last completion of each job is known: metadata record no failures",
            file.fileName());
  }

  private static Comparator<Metadata.Output> byName() {
    return Comparator.comparing(output -> output.name);
  }

  private static SnakeJob job(Metadata.Output output, SnakeRun run) {
    SnakeJob job = run.add(output.info);
    job.begin(OptionalLong.empty());
    if (output.isWhole()) {
      job.last().recordActive(output.started.getAsLong());
      job.end(EventType.COMPLETED, output.ended);
    } else {
      run.remarks().warn("metadata of jobs that have not completed", output.name);
    }
    return job;
  }
}
