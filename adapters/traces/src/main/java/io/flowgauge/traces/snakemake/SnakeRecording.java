package io.flowgauge.traces.snakemake;

import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.inputs.Arguments;
import io.flowgauge.traces.inputs.InputFiles;
import io.flowgauge.traces.slurm.EngineJobs;
import io.flowgauge.traces.slurm.JobTimes;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Records the jobs of a run, by the mapping of {@link SnakemakeReader}. */
final class SnakeRecording {
  private static final String LOCAL = "local";

  /** Notes that Snakemake 9 appends to names of files, differently for outputs and inputs. */
  private static final Pattern NOTE =
      Pattern.compile(
          " \\((?:retrieve from storage|send to storage|only provide storage uri|in storage"
              + "|nodelocal|access: [^()]*)\\)$");

  /** Data from files other than Snakemake's own. */
  record SupplementaryData(SnakeCompanions measured, EngineJobs slurm) {}

  private final SnakeRun run;
  private final SnakeCompanions companions;
  private final EngineJobs slurm;
  private final RunRecorder into;
  private final Map<SnakeJob, String> ids = new LinkedHashMap<>();
  private final Map<SnakeJob, Map<String, String>> work = new HashMap<>();
  private long dependencies;
  private long failures;

  private SnakeRecording(SnakeRun run, SupplementaryData supplement, RunRecorder into) {
    this.run = run;
    this.companions = supplement.measured();
    this.slurm = supplement.slurm();
    this.into = into;
  }

  static void record(TraceFile file, SnakeRun run, SupplementaryData supplement, RunRecorder into)
      throws IOException {
    SnakeRecording recording = new SnakeRecording(run, supplement, into);
    recording.nameJobs();
    recording.processor();
    recording.describeWork();
    for (SnakeJob job : run.jobs()) {
      recording.job(job);
    }
    recording.dependencies();
    run.services().forEach(into::service);
    run.started().ifPresent(into::start);
    run.finished().ifPresent(into::end);
    recording.summarize(file.fileName());
  }

  private void nameJobs() {
    Map<String, Integer> seen = new HashMap<>();
    for (SnakeJob job : run.jobs()) {
      String name = job.info().name();
      int count = seen.merge(name, 1, Integer::sum);
      ids.put(job, count == 1 ? name : name + " [" + count + "]");
    }
  }

  /**
   * Describes the work of each job: its wildcards distinguish it from other jobs of its rule; from
   * metadata, which have none, the command is used.
   */
  private void describeWork() {
    Arguments arguments = new Arguments();
    InputFiles files = new InputFiles();
    for (SnakeJob job : run.jobs()) {
      JobInfo info = job.info();
      Map<String, String> attributes = new TreeMap<>();
      work.put(job, attributes);
      if (info.wildcards.isEmpty()) {
        arguments.putCommand(info.command, attributes);
      } else {
        List<String> values = new ArrayList<>();
        info.wildcards.forEach((name, value) -> values.add(name + "=" + value));
        arguments.put(values, attributes);
      }
      if (!info.inputs.isEmpty()) {
        files.recordInputs(
            info.rule, info.inputs.stream().map(SnakeRecording::plain).toList(), attributes);
      }
    }
    files.addAttributes();
  }

  /** Declares the local cores as slots, if no job needs several. */
  private void processor() {
    boolean single =
        run.jobs().stream()
            .allMatch(job -> job.info().threads.isEmpty() || job.info().threads.equals("1"));
    if (run.cores().isPresent() && run.cores().getAsInt() > 0 && single) {
      into.processor(Processor.of(LOCAL).withSlots(run.cores().getAsInt()));
    }
  }

  private void job(SnakeJob job) throws IOException {
    String id = ids.get(job);
    Optional<Benchmark> benchmark = companions.benchmark(job);
    Optional<JobTimes> last = Optional.empty();
    List<JobAttempt> attempts = job.attempts();
    for (int k = 0; k < attempts.size(); k++) {
      last = slurm.times(attempts.get(k).externalId(), attempts.get(k).submitted());
      last.map(JobTimes::start)
          .orElse(OptionalLong.empty())
          .ifPresent(attempts.get(k)::recordActive);
      attempt(id, k + 1, job, attempts.get(k));
      assign(id, k + 1, last);
    }
    Map<String, String> attributes = attributes(job, benchmark);
    last.ifPresent(times -> attributes.putAll(EngineJobs.attributes(times)));
    last.flatMap(EngineJobs::phase).ifPresent(phase -> into.phase(id, phase));
    into.activity(
        Activity.of(id, job.info().rule, ActivityKind.COMPUTE).withAttributes(attributes));
    OptionalLong nanos = benchmark.map(Benchmark::nanos).orElse(OptionalLong.empty());
    nanos.ifPresent(time -> into.wallclock(id, time));
  }

  private void assign(String id, int number, Optional<JobTimes> job) {
    job.map(JobTimes::nodes)
        .filter(nodes -> !nodes.isEmpty())
        .ifPresent(nodes -> into.assign(id, number, nodes));
  }

  private Map<String, String> attributes(SnakeJob job, Optional<Benchmark> benchmark) {
    Map<String, String> all = new TreeMap<>(work.get(job));
    benchmark.ifPresent(known -> all.putAll(known.attributes()));
    put(all, "threads", job.info().threads);
    put(all, "command", job.info().command);
    if (!job.attempts().isEmpty()) {
      put(all, "native_id", job.last().externalId());
    }
    return all;
  }

  private static void put(Map<String, String> all, String name, String value) {
    if (!value.isEmpty()) {
      all.put(name, value);
    }
  }

  private void attempt(String id, int number, SnakeJob job, JobAttempt attempt) {
    boolean own = isOwn(job);
    event(id, EventType.STARTED, attempt.takenUp(), number);
    event(id, EventType.SUBMITTED, own ? attempt.takenUp() : attempt.submitted(), number);
    event(id, EventType.ACTIVE, active(job, attempt, own), number);
    attempt
        .outcome()
        .ifPresentOrElse(
            type -> event(id, type, attempt.ended(), number),
            () -> run.remarks().warn("jobs that have not ended", id));
    failures += attempt.outcome().equals(Optional.of(EventType.FAILED)) ? 1 : 0;
    if (own) {
      into.assign(id, number, LOCAL);
    }
  }

  /** Whether Snakemake ran it on its own machine. */
  private boolean isOwn(SnakeJob job) {
    return !job.isExternal() && (job.info().local || !run.isCluster());
  }

  private OptionalLong active(SnakeJob job, JobAttempt attempt, boolean own) {
    if (attempt.active().isPresent() || !own) {
      return attempt.active();
    }
    OptionalLong measured = attempt == job.last() ? companions.started(job) : OptionalLong.empty();
    return measured.isPresent() ? measured : attempt.takenUp();
  }

  private void event(String id, EventType type, OptionalLong time, int attempt) {
    time.ifPresent(nanos -> into.record(id, type, nanos, attempt));
  }

  private void dependencies() {
    Map<String, SnakeJob> makers = new HashMap<>();
    for (SnakeJob job : run.jobs()) {
      job.info().outputs.forEach(name -> makers.put(plain(name), job));
    }
    for (SnakeJob job : run.jobs()) {
      Set<SnakeJob> earlier = new HashSet<>();
      for (String name : job.info().inputs) {
        maker(plain(name), makers)
            .filter(maker -> maker != job && earlier.add(maker))
            .ifPresent(maker -> dependency(maker, job));
      }
    }
  }

  private void dependency(SnakeJob from, SnakeJob to) {
    into.dependency(ids.get(from), ids.get(to));
    dependencies++;
  }

  /**
   * Returns the job that made a file; an output may be a directory, whose files are inputs of jobs
   * after a checkpoint.
   */
  private static Optional<SnakeJob> maker(String name, Map<String, SnakeJob> makers) {
    String path = name;
    while (!makers.containsKey(path) && path.lastIndexOf('/') > 0) {
      path = path.substring(0, path.lastIndexOf('/'));
    }
    return Optional.ofNullable(makers.get(path));
  }

  private static String plain(String name) {
    String file = NOTE.matcher(name).replaceFirst("");
    return file.startsWith("./") ? file.substring(2) : file;
  }

  private void summarize(String name) throws IOException {
    run.remarks()
        .info("dependencies: " + dependencies + ", by inputs that are outputs of others", name);
    long attempts = run.jobs().stream().mapToLong(job -> job.attempts().size()).sum();
    run.remarks().info(attempts + " starts of jobs, of which " + failures + " failed", name);
    boolean unknown =
        run.jobs().stream()
            .flatMap(job -> job.attempts().stream())
            .anyMatch(attempt -> !attempt.externalId().isEmpty() && attempt.active().isEmpty());
    if (unknown) {
      run.remarks()
          .info("jobs without a recorded start: their time in a cluster includes the wait", name);
    }
    if (run.starts() > 1) {
      run.remarks()
          .info(
              "Snakemake was started " + run.starts() + " times: the run is over all of them",
              name);
    }
    if (companions.benchmarkCount() > 0) {
      run.remarks()
          .info(
              "T of " + companions.used() + " jobs, from " + companions.benchmarkCount(),
              "benchmarks");
    }
    for (TraceFile drawing : companions.drawings()) {
      DagDrawing.check(drawing, run.jobs().size(), dependencies, run);
    }
  }
}
