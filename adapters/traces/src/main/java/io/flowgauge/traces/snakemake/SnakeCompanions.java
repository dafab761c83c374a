package io.flowgauge.traces.snakemake;

import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.FileContent;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import io.flowgauge.traces.slurm.SlurmJobs;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Measurements of a run from files next to Snakemake's log. Not thread-safe. */
final class SnakeCompanions {
  private static final long TOLERANCE = Times.NANOS_PER_SECOND;
  private static final String TOTAL = "total_runtime";

  private final SnakeRun run;
  private final Metadata metadata = new Metadata();
  private final List<TraceFile> drawings = new ArrayList<>();

  /** Benchmarks by the last element of their paths. */
  private final Map<String, List<TraceFile>> benchmarks = new HashMap<>();

  private int used;

  private SnakeCompanions(SnakeRun run) {
    this.run = run;
  }

  /**
   * Sorts files by their content.
   *
   * @param withTimes whether times of metadata can be compared with those of the run
   * @return the measurements in them
   */
  static SnakeCompanions of(List<TraceFile> files, SnakeRun run, boolean withTimes)
      throws IOException {
    SnakeCompanions all = new SnakeCompanions(run);
    for (TraceFile file : files) {
      all.add(file, withTimes);
    }
    return all;
  }

  private void add(TraceFile file, boolean withTimes) throws IOException {
    if (Benchmark.matches(file)) {
      benchmarks.computeIfAbsent(FileContent.plainName(file), name -> new ArrayList<>(1)).add(file);
    } else if (DagDrawing.matches(file)) {
      drawings.add(file);
    } else if (Metadata.matches(file) && withTimes) {
      metadata.read(file, run.remarks());
    } else if (isStatistics(file)) {
      statistics(file);
    } else if (!Metadata.matches(file) && !SlurmJobs.isRecords(file)) {
      run.remarks()
          .info("not needed: another file describes the run more precisely", file.fileName());
    } else if (Metadata.matches(file)) {
      run.remarks()
          .info(
              "metadata not used: its times are in UTC, and those of the log have no zone",
              file.fileName());
    }
  }

  static boolean isStatistics(TraceFile file) {
    return file.head().startsWith("{") && JsonHead.keys(file).contains(TOTAL);
  }

  /** Reads the total running time; the other members repeat the metadata. */
  private void statistics(TraceFile file) throws IOException {
    JsonCursor.read(
        file,
        json ->
            json.object(
                name -> {
                  if (name.equals(TOTAL)) {
                    double seconds = Times.seconds(json.duration("seconds, 0 or more"));
                    run.remarks().info("Snakemake ran for " + seconds + " s", file.fileName());
                  } else {
                    json.skip();
                  }
                }));
  }

  List<TraceFile> drawings() {
    return drawings;
  }

  /** Returns the number of benchmarks that were used. */
  int used() {
    return used;
  }

  int benchmarkCount() {
    return benchmarks.values().stream().mapToInt(List::size).sum();
  }

  /**
   * Returns when the last attempt of a job started to run, if the metadata of an output state it.
   */
  OptionalLong started(SnakeJob job) {
    for (String name : job.info().outputs) {
      Metadata.Output output = metadata.outputs().get(name);
      if (output != null && output.isWhole() && isOf(output, job)) {
        return output.started;
      }
    }
    return OptionalLong.empty();
  }

  private static boolean isOf(Metadata.Output output, SnakeJob job) {
    JobAttempt last = job.last();
    return output.info.rule.equals(job.info().rule)
        && last.isCompleted()
        && last.takenUp().isPresent()
        && last.ended().isPresent()
        && output.started.getAsLong() >= last.takenUp().getAsLong() - TOLERANCE
        && output.ended.getAsLong() <= last.ended().getAsLong() + TOLERANCE;
  }

  /** Returns the measurements of the last attempt of a job, if it completed. */
  Optional<Benchmark> benchmark(SnakeJob job) throws IOException {
    String name = job.info().benchmark;
    if (name.isEmpty() || job.attempts().isEmpty() || !job.last().isCompleted()) {
      return Optional.empty();
    }
    Path path;
    try {
      path = Path.of(name);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
    String last = String.valueOf(path.getFileName());
    Optional<TraceFile> file =
        benchmarks.getOrDefault(last, List.of()).stream()
            .max(Comparator.comparingInt(any -> commonEnd(any.path(), path)));
    return file.isPresent() ? read(file.get(), job) : Optional.empty();
  }

  /** Returns the number of elements that two paths share at their ends. */
  private static int commonEnd(Path a, Path b) {
    int count = 0;
    int most = Math.min(a.getNameCount(), b.getNameCount());
    while (count < most
        && a.getName(a.getNameCount() - 1 - count)
            .equals(b.getName(b.getNameCount() - 1 - count))) {
      count++;
    }
    return count;
  }

  private Optional<Benchmark> read(TraceFile file, SnakeJob job) throws IOException {
    Benchmark benchmark = Benchmark.read(file);
    JobAttempt last = job.last();
    boolean bounded = last.takenUp().isPresent() && last.ended().isPresent();
    long room =
        bounded
            ? last.ended().getAsLong() - last.takenUp().getAsLong() + TOLERANCE
            : Long.MAX_VALUE;
    if (benchmark.nanos().orElse(0) > room) {
      run.remarks()
          .warn(
              "benchmarks that took longer than the job, so they are of another run: not used",
              file.fileName());
      return Optional.empty();
    }
    used++;
    return Optional.of(benchmark);
  }
}
