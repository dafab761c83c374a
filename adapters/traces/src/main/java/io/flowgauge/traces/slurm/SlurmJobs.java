package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.IdIndex;
import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.ZoneVote;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Jobs of Slurm, for readers of engines that submit to it: Slurm has the exact times of events that
 * the engine only saw by polling. Not thread-safe.
 *
 * <pre>{@code
 * SlurmJobs jobs = SlurmJobs.read(companions, into);
 * if (jobs.align(submissions, into)) {
 *   jobs.times("4711").forEach(...);
 * }
 * }</pre>
 */
public final class SlurmJobs {
  private PackedRecords packed = new PackedRecords();

  /** Jobs by number, for those with more than the packed record, or a refined one. */
  private final Map<Integer, SlurmJob> others = new HashMap<>();

  private final Map<String, Integer> byRawId = new HashMap<>();
  private final List<String> sources = new ArrayList<>();
  private final ClusterNodes nodes = new ClusterNodes();
  private final ControllerLog log = new ControllerLog();
  private final Remarks remarks = new Remarks();
  private final RecordParser parser = new RecordParser(remarks);
  private long offset;

  private SlurmJobs() {}

  /**
   * Whether a file was written by Slurm and complements the run of an engine: accounting, job
   * completions, dumps of jobs, nodes or partitions, or the log of its controller.
   *
   * @param file a file with its head
   * @return true if {@link #read} reads it
   */
  public static boolean isRecords(TraceFile file) {
    return SlurmFile.of(file).filter(SlurmJobs::isOfSlurm).isPresent();
  }

  private static boolean isOfSlurm(SlurmFile kind) {
    return switch (kind) {
      case ACCOUNTING, COMPLETION, JOBS, NODES, PARTITIONS, CONTROLLER_LOG -> true;
      case EDGES, SUBMISSIONS, PHASES, WORKFLOW -> false;
    };
  }

  /**
   * Reads the files among some that Slurm wrote.
   *
   * @param into receives remarks, and errors about files that could not be read to their end
   * @return the jobs in them
   */
  public static SlurmJobs read(List<TraceFile> files, RunRecorder into) throws IOException {
    SlurmJobs jobs = new SlurmJobs();
    for (SlurmFile kind : SlurmFile.values()) {
      for (TraceFile file : files) {
        if (isOfSlurm(kind) && SlurmFile.of(file).equals(Optional.of(kind))) {
          jobs.readCompanion(file, kind, into);
        }
      }
    }
    jobs.finish(into);
    return jobs;
  }

  /** Reads a run of Slurm alone: damage to its main file is an error. */
  static SlurmJobs read(TraceFile main, List<TraceFile> companions, RunRecorder into)
      throws IOException {
    SlurmJobs jobs = new SlurmJobs();
    SlurmFile kind =
        SlurmFile.of(main)
            .filter(SlurmFile::holdsJobs)
            .orElseThrow(() -> main.error("", "no records of jobs", "records of Slurm jobs"));
    jobs.read(main, kind);
    for (SlurmFile other : SlurmFile.values()) {
      for (TraceFile file : companions) {
        if (isOfSlurm(other) && SlurmFile.of(file).equals(Optional.of(other))) {
          jobs.readCompanion(file, other, into);
        }
      }
    }
    jobs.finish(into);
    return jobs;
  }

  private void readCompanion(TraceFile file, SlurmFile kind, RunRecorder into) throws IOException {
    try {
      read(file, kind);
    } catch (TraceFormatException e) {
      into.diagnostic(Diagnostic.error(file.fileName(), "not read to its end: " + e.getMessage()));
    }
  }

  private void read(TraceFile file, SlurmFile kind) throws IOException {
    switch (kind) {
      case ACCOUNTING -> AccountingFile.read(file, parser, remarks, this::add);
      case COMPLETION -> readDump(file, false);
      case JOBS -> readDump(file, true);
      case NODES -> nodes.readNodes(file, remarks);
      case PARTITIONS -> nodes.readPartitions(file, remarks);
      case CONTROLLER_LOG -> log.read(file);
      case EDGES, SUBMISSIONS, PHASES, WORKFLOW -> throw new IllegalArgumentException("" + kind);
    }
    sources.add(file.fileName());
  }

  private void readDump(TraceFile file, boolean dump) throws IOException {
    try (DumpFile records = DumpFile.open(file, "JobId", remarks)) {
      for (Optional<Map<String, String>> values = records.next();
          values.isPresent();
          values = records.next()) {
        Map<String, String> record = values.get();
        parser
            .parse(RecordValues.of(record), () -> file.fileName() + " " + records.place())
            .ifPresent(job -> add(job.with(parser.attributes(record, dump))));
      }
    }
  }

  private void add(JobRecord record) {
    int count = packed.size();
    int job = packed.add(record);
    if (job < count) {
      others.computeIfAbsent(job, any -> new SlurmJob(packed.get(job))).add(record);
    }
    if (!record.rawId().equals(record.id())) {
      byRawId.putIfAbsent(record.rawId(), job);
    }
  }

  private void finish(RunRecorder into) {
    others.values().forEach(SlurmJob::close);
    for (int job = 0; !log.isEmpty() && job < packed.size(); job++) {
      refine(job);
    }
    remarks.report(into);
    if (log.used() > 0) {
      into.diagnostic(
          Diagnostic.info("slurmctld", log.used() + " times to the millisecond are from its log"));
    }
    if (parser.metKnownZone() && parser.metUnknownZone()) {
      into.diagnostic(
          Diagnostic.warning(
              names(), "times with and without zone are mixed, and may be hours apart"));
    }
  }

  private void refine(int number) {
    SlurmJob job = job(number);
    for (int k = 0; k < job.records().size(); k++) {
      JobRecord refined = log.refine(job.records().get(k));
      if (!refined.equals(job.records().get(k))) {
        job.replace(k, refined);
        others.put(number, job);
      }
    }
  }

  /** Returns the names of the files that were read. */
  public String names() {
    return String.join(", ", sources);
  }

  /**
   * Whether there are no jobs.
   *
   * @return true if no file contained any
   */
  public boolean isEmpty() {
    return packed.size() == 0;
  }

  /** Releases the jobs when only the nodes of the cluster are still needed. */
  void forgetJobs() {
    packed = new PackedRecords();
    others.clear();
    byRawId.clear();
  }

  /** Returns the future activities, in the order of the jobs' first records. */
  List<JobLife> lives() {
    List<JobLife> lives = new ArrayList<>(packed.size());
    for (int job = 0; job < packed.size(); job++) {
      SlurmJob other = others.get(job);
      lives.addAll(other == null ? List.of(new JobLife(packed, job)) : JobLife.of(other));
    }
    return lives;
  }

  Optional<SlurmJob> job(String id) {
    int number = packed.number(id);
    Integer known = number == IdIndex.NONE ? byRawId.get(id) : Integer.valueOf(number);
    return Optional.ofNullable(known).map(this::job);
  }

  private SlurmJob job(int number) {
    SlurmJob other = others.get(number);
    return other == null ? new SlurmJob(packed.get(number)) : other;
  }

  boolean hasUnknownZone() {
    return parser.metUnknownZone();
  }

  /**
   * Determines how far the cluster's local time is ahead of the times of an engine, by the times at
   * which it submitted jobs, and reports it. Times with a zone need no alignment.
   *
   * @param submissions when jobs were submitted, by id, in epoch nanoseconds of the engine
   * @param into receives remarks
   * @return whether times of Slurm and of the engine can be compared
   */
  public boolean align(Map<String, Long> submissions, RunRecorder into) {
    ZoneVote zone = new ZoneVote();
    submissions.forEach(
        (id, utc) ->
            job(id)
                .map(job -> job.records().get(0).submit())
                .filter(JobRecord::isKnown)
                .ifPresent(submit -> zone.add(submit, utc)));
    if (zone.compared() == 0) {
      return false;
    }
    OptionalLong found = parser.metUnknownZone() ? zone.offset() : OptionalLong.of(0);
    if (found.isEmpty()) {
      into.diagnostic(
          Diagnostic.warning(
              names(),
              "times of Slurm are not comparable: in no time zone were two thirds of "
                  + zone.compared()
                  + " jobs with matching ids submitted at the times recorded elsewhere"));
      return false;
    }
    offset = found.getAsLong();
    if (parser.metUnknownZone()) {
      into.diagnostic(
          Diagnostic.info(
              names(),
              "local times without a zone, "
                  + ZoneVote.shown(offset)
                  + " ahead of the other times of the run, according to the submissions of "
                  + zone.compared()
                  + " jobs"));
    }
    return true;
  }

  /**
   * Whether a job was submitted when the engine says, because ids are reused, and occur in other
   * clusters, too.
   *
   * @param epochNanos when the engine submitted it
   * @return true if Slurm knows the job and agrees to within a minute, or has no time of submission
   */
  public boolean agrees(String id, long epochNanos) {
    return job(id)
        .map(job -> job.records().get(0).submit())
        .filter(submit -> !JobRecord.isKnown(submit) || ZoneVote.agrees(submit, epochNanos, offset))
        .isPresent();
  }

  /**
   * Returns the attempts of a job in order: one, and a further one for each time Slurm requeued it.
   *
   * @param id the job's id, such as {@code 43} or {@code 43_7}
   * @return its attempts; empty if Slurm does not know it
   */
  public List<JobTimes> times(String id) {
    return job(id).map(job -> job.records().stream().map(this::times).toList()).orElse(List.of());
  }

  private JobTimes times(JobRecord record) {
    return new JobTimes(
        record.state(),
        record.wasEligibleAtOnce() ? OptionalLong.empty() : utc(record.eligible()),
        utc(record.start()),
        utc(record.end()),
        record.nodes(),
        record.cpus(),
        record.attributes().getOrDefault("exit", ""));
  }

  /**
   * Converts a time of Slurm to UTC; it stays in the unknown zone if that could not be determined.
   */
  OptionalLong utc(long time) {
    return JobRecord.isKnown(time) ? OptionalLong.of(time - offset) : OptionalLong.empty();
  }

  /**
   * Declares the processors that jobs ran on, if Slurm knows more about them than their names: the
   * site, and as many slots as jobs of the size of the smallest one on it would fit.
   *
   * @param used names of nodes, or lists of them, with the processors of the smallest job on each,
   *     0 if unknown
   * @param into the recorder
   */
  public void declareNodes(Map<String, Integer> used, RunRecorder into) {
    used.forEach(
        (name, cpus) ->
            nodes
                .node(name)
                .ifPresent(
                    node ->
                        into.processor(
                            new Processor(
                                name,
                                1.0,
                                Math.max(1, node.cpus() / Math.max(1, cpus)),
                                node.site()))));
  }

  @Override
  public String toString() {
    return "SlurmJobs["
        + packed.size()
        + " jobs of "
        + sources.stream().collect(Collectors.joining(", "))
        + "]";
  }
}
