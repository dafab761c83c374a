package io.flowgauge.live;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run in growing files of any format. When one changes, all are read again, because the meaning
 * of a line may depend on earlier lines and on files next to it, which only the reader of the
 * format knows. So the run always equals the result of reading the files.
 */
final class FileFeed implements RunFeed {
  private static final Duration INTERVAL = Duration.ofMillis(500);

  /** Maximum number of consecutive failures that are attributed to a file being written. */
  private static final int MOST_TORN = 3;

  /** Suffix of a Spark log's name until the log is complete. */
  private static final String GROWING = ".inprogress";

  private final List<Path> paths;
  private final Optional<String> posted;
  private final Pace pace = new Pace();
  private FileStamp stamp = FileStamp.NONE;
  private volatile Reading last;
  private FileStamp lastStamp = FileStamp.NONE;
  private int failedReads;

  /** Size of the posted trace when it was last read; -1 until then. */
  private volatile long known = -1;

  /** A run that was read, and the recorder into which it was read. */
  private record Reading(WorkflowRun run, RunRecorder recorder) {}

  private FileFeed(List<Path> paths, Optional<String> posted) {
    this.paths = List.copyOf(paths);
    this.posted = posted;
  }

  /** Follows files or folders that belong together. */
  static FileFeed of(List<Path> paths) {
    return new FileFeed(paths, Optional.empty());
  }

  /**
   * Follows the posted trace of a run; the run is called by its id until the trace states its name.
   */
  static FileFeed posted(PostedTrace trace) {
    return new FileFeed(List.of(trace.file()), Optional.of(trace.id()));
  }

  @Override
  public Duration interval() {
    return INTERVAL;
  }

  @Override
  public boolean isSlow() {
    return true;
  }

  @Override
  public boolean update() throws IOException {
    if (!pace.isDue()) {
      return false;
    }
    FileStamp before = stamp;
    FileStamp lastRead = lastStamp;
    stamp =
        FileStamp.NONE; // So that a file that cannot be examined now counts as changed once it can.
    lastStamp = FileStamp.NONE;
    FileStamp now = FileStamp.of(present());
    stamp = now;
    lastStamp = lastRead;
    if (now.equals(before)) {
      return false;
    }
    return isRead(now);
  }

  /**
   * Reads the run; if that fails and a file changed meanwhile, it may have been incomplete, and is
   * read again later.
   */
  private boolean isRead(FileStamp now) throws IOException {
    try {
      Reading before = last;
      long size = recorded();
      pace.runAndPace(this::read);
      known = size;
      failedReads = 0;
      boolean isOld = before != null && now.hasSameContent(lastStamp);
      lastStamp = now;
      return !isOld || !isSame(before.run(), last.run());
    } catch (IOException e) {
      lastStamp = FileStamp.NONE;
      if (failedReads++ < MOST_TORN && !FileStamp.of(present()).equals(now)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether a run is unchanged, although a file next to it has changed. */
  private static boolean isSame(WorkflowRun before, WorkflowRun now) {
    return before.isEnded() == now.isEnded()
        && before.endNanos().equals(now.endNanos())
        && before.workflow().activities().equals(now.workflow().activities())
        && before.workflow().dependencyCount() == now.workflow().dependencyCount()
        && before.processors().equals(now.processors())
        && before.services().equals(now.services())
        && before.hostLoads().equals(now.hostLoads())
        && executions(before).equals(executions(now));
  }

  private static List<List<Object>> executions(WorkflowRun run) {
    return run.executions().stream().map(FileFeed::content).toList();
  }

  private static List<Object> content(ActivityExecution of) {
    return List.of(of.attempts(), of.wallclock(), of.ideal(), of.phases(), of.phaseTimes());
  }

  /** Returns the paths, without the suffix of a growing log if the log is complete by now. */
  private List<Path> present() {
    return paths.stream().map(FileFeed::present).toList();
  }

  private static Path present(Path path) {
    String name = path.toString();
    if (!name.endsWith(GROWING) || Files.exists(path)) {
      return path;
    }
    Path complete = Path.of(name.substring(0, name.length() - GROWING.length()));
    return Files.exists(complete) ? complete : path;
  }

  private void read() throws IOException {
    List<RunRecorder> made = new ArrayList<>();
    WorkflowRun run =
        Flowgauge.read(
            present(),
            name -> {
              RunRecorder empty = Flowgauge.recorder(made.isEmpty() ? posted.orElse(name) : name);
              made.add(empty);
              return empty;
            });
    last = new Reading(run, made.get(0));
  }

  @Override
  public Instant lastWritten(Instant now) {
    Instant newest = stamp.newest().toInstant();
    return newest.isBefore(now) ? newest : now;
  }

  @Override
  public boolean isEnded() {
    return last != null && last.run().isEnded();
  }

  @Override
  public Optional<WorkflowRun> snapshot(Instant now) {
    return Optional.ofNullable(last)
        .map(
            reading -> {
              long latest = reading.run().endNanos().orElse(Long.MIN_VALUE);
              return reading
                  .recorder()
                  .snapshot(EngineClock.knownUntil(now, reading.run().timeBase(), latest));
            });
  }

  @Override
  public boolean reportsOnlyEnds() {
    return posted.isPresent();
  }

  @Override
  public boolean isKept() {
    return posted.isPresent() && last != null;
  }

  @Override
  public long activities() {
    Reading reading = last;
    return posted.isPresent() && reading != null ? reading.run().workflow().activityCount() : 0;
  }

  /** Returns the size of the posted trace; what was known of it if it was removed. */
  @Override
  public long recorded() {
    long size = posted.isPresent() ? paths.get(0).toFile().length() : 0;
    return size == 0 ? known : size;
  }

  @Override
  public long known() {
    return known;
  }

  @Override
  public Optional<WorkflowRun> endedRun() {
    return Optional.ofNullable(last).map(Reading::run);
  }

  @Override
  public Optional<WorkflowRun> finalRun() {
    return endedRun();
  }

  @Override
  public void close() {
    // Files are open only while they are read.
  }
}
