package io.flowgauge.live;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.LoggedRun;
import io.flowgauge.runlog.LoggedRuns;
import io.flowgauge.runlog.RunFollower;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A run in event logs, from which only new events are read. */
final class LogFeed implements RunFeed {
  private static final Duration INTERVAL = Duration.ofMillis(100);

  private final Path[] files;
  private final RunFollower follower;
  private volatile CountingRecorder recorder;
  private boolean isFirst = true;

  private LogFeed(List<Path> files) throws IOException {
    this.files = files.toArray(Path[]::new);
    follower = RunFollower.open(Optional.empty(), this::begin, this.files);
  }

  /** Follows the first run that begins in some logs. */
  static LogFeed open(List<Path> files) throws IOException {
    return new LogFeed(files);
  }

  /** Whether all files are event logs, judged by their names. */
  static boolean areEventLogs(List<Path> files) {
    return files.stream().allMatch(file -> file.toString().endsWith(RunJournal.SUFFIX));
  }

  private RunRecorder begin(String name) {
    recorder = new CountingRecorder(Flowgauge.recorder(name));
    return recorder;
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  @Override
  public boolean update() throws IOException {
    boolean isNew = follower.update() > 0 || (isFirst && recorder != null);
    isFirst = false;
    return isNew;
  }

  @Override
  public Instant lastWritten(Instant now) {
    Instant newest = Instant.MIN;
    for (Path file : files) {
      Instant written = Instant.ofEpochMilli(file.toFile().lastModified());
      newest = written.isAfter(newest) ? written : newest;
    }
    return newest.isBefore(now) ? newest : now;
  }

  @Override
  public boolean isEnded() {
    CountingRecorder made = recorder;
    return made != null && made.isEnded();
  }

  @Override
  public Optional<WorkflowRun> snapshot(Instant now) {
    return Optional.ofNullable(recorder).map(made -> made.snapshot(now));
  }

  @Override
  public Optional<WorkflowRun> endedRun() {
    return Optional.ofNullable(recorder).map(CountingRecorder::snapshot);
  }

  /**
   * Reads the logs again, because only reading to the end reveals losses, unless the beginning of
   * the run is no longer there, as after a log was moved.
   */
  @Override
  public Optional<WorkflowRun> finalRun() throws IOException {
    Optional<LoggedRun> run = follower.run();
    if (run.isEmpty()) {
      return Optional.empty();
    }
    try (LoggedRuns runs = LoggedRuns.open(files)) {
      boolean isThere = runs.list().stream().anyMatch(each -> each.id().equals(run.get().id()));
      return isThere ? Optional.of(runs.read(run.get().id())) : endedRun();
    }
  }

  @Override
  public void close() throws IOException {
    follower.close();
  }
}
