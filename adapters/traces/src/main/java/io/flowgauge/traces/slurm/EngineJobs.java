package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.Phase;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Joins jobs that an engine submitted to Slurm with Slurm's records of them by id, for engines that
 * do not record when a job started to run. Not thread-safe.
 *
 * <pre>{@code
 * EngineJobs jobs = EngineJobs.of(companions, submissions, into);
 * jobs.times("97", submitted).flatMap(times -> ...);
 * jobs.recordInto(into);
 * }</pre>
 */
public final class EngineJobs {
  /** Phase from start to end of the last attempt's job. */
  public static final String PHASE = "slurm job";

  private final Optional<SlurmJobs> jobs;
  private final String source;
  private final Remarks remarks = new Remarks();
  private final Map<String, Integer> processors = new TreeMap<>();
  private long joined;

  private EngineJobs(Optional<SlurmJobs> jobs, String source) {
    this.jobs = jobs;
    this.source = source;
  }

  /**
   * Joins the records of Slurm among some files, if there are any and their times can be compared.
   *
   * @param submissions when jobs were submitted, by id, in epoch nanoseconds of the engine
   * @param into receives remarks
   * @return the jobs; none is known if nothing could be joined
   */
  public static EngineJobs of(
      List<TraceFile> files, Map<String, Long> submissions, RunRecorder into) throws IOException {
    List<TraceFile> records = files.stream().filter(SlurmJobs::isRecords).toList();
    String source = String.join(", ", records.stream().map(TraceFile::fileName).toList());
    if (records.isEmpty()) {
      return new EngineJobs(Optional.empty(), source);
    }
    SlurmJobs jobs = SlurmJobs.read(records, into);
    boolean usable = jobs.align(submissions, into);
    EngineJobs joined = new EngineJobs(usable ? Optional.of(jobs) : Optional.empty(), source);
    if (!usable) {
      joined.remarks.warn("not joined: none of these jobs belongs to the run", source);
    }
    return joined;
  }

  /** Returns the names of the files with Slurm's records, for messages; empty if there are none. */
  public String source() {
    return source;
  }

  /**
   * Returns Slurm's record of a job; for a requeued one, that of its last start.
   *
   * @param submitted when the engine submitted it
   * @return its times; empty if Slurm does not know it, or if it was submitted at another time
   */
  public Optional<JobTimes> times(String id, OptionalLong submitted) {
    List<JobTimes> attempts = jobs.map(all -> all.times(id)).orElse(List.of());
    if (attempts.isEmpty()) {
      return Optional.empty();
    }
    if (submitted.isPresent() && !jobs.orElseThrow().agrees(id, submitted.getAsLong())) {
      remarks.warn("jobs whose ids belonged to other Slurm jobs at that time, not joined", id);
      return Optional.empty();
    }
    if (attempts.size() > 1) {
      remarks.info("jobs that Slurm put into the queue again: their last start is used", id);
    }
    JobTimes last = attempts.get(attempts.size() - 1);
    joined++;
    if (!last.nodes().isEmpty()) {
      processors.merge(last.nodes(), last.cpus(), Math::min);
    }
    return Optional.of(last);
  }

  /**
   * Returns attributes with Slurm's state and exit code of a job.
   *
   * @return values by name
   */
  public static Map<String, String> attributes(JobTimes times) {
    Map<String, String> all = new TreeMap<>();
    all.put("slurm_state", times.state().name());
    if (!times.exit().isEmpty()) {
      all.put("slurm_exit", times.exit());
    }
    return all;
  }

  /**
   * Returns the time on its nodes, which ends before the engine notices; empty if a time is not
   * known.
   */
  public static Optional<Phase> phase(JobTimes times) {
    boolean known = times.start().isPresent() && times.end().isPresent();
    return known && times.start().getAsLong() <= times.end().getAsLong()
        ? Optional.of(new Phase(PHASE, times.start().getAsLong(), times.end().getAsLong()))
        : Optional.empty();
  }

  /**
   * Records the nodes that jobs ran on, and reports the number of joined jobs.
   *
   * @param into the recorder
   */
  public void recordInto(RunRecorder into) {
    jobs.ifPresent(all -> all.declareNodes(processors, into));
    if (joined > 0) {
      remarks.info("ACTIVE of " + joined + " attempts is Slurm's start", source);
    }
    remarks.report(into);
  }
}
