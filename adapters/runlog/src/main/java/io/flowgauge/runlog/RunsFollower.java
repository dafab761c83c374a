package io.flowgauge.runlog;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Follows all runs that are being logged, each possibly by several processes into several files,
 * and passes each to its own recorder. The logs are read only once, regardless of the number of
 * runs. Not thread-safe; the recorders may be used from any thread.
 *
 * <pre>{@code
 * try (LiveMonitor monitor = LiveMonitor.open();
 *     RunsFollower runs =
 *         RunsFollower.open(run -> Optional.of(monitor.recorder(run.id(), run.name())), files)) {
 *   while (true) {
 *     Thread.sleep(100);
 *     runs.update();
 *   }
 * }
 * }</pre>
 *
 * <p>Events of runs whose beginning is in no log are discarded, the oldest first, when there are
 * too many.
 */
public final class RunsFollower implements Closeable {
  /** How long after its end a run is told of dropped events, which are counted in later blocks. */
  private static final long LATE_NANOS = Duration.ofMinutes(2).toNanos();

  /** Pause between reports of dropped events, unless their number has doubled. */
  private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();

  private final LogReader log;
  private final Function<LoggedRun, Optional<RunRecorder>> recorders;
  private final List<LoggedRun> runs = new ArrayList<>();
  private final RunIntakes<RunIntake> intakes = new RunIntakes<>(this::begin);
  private final List<Current> current = new ArrayList<>();

  /** Dropped events that have been reported to the runs of their time, and when. */
  private long reportedDrops;

  private long reportedNanos;

  /** A run that goes on, or has ended lately. */
  private static final class Current {
    final RunIntake intake;
    final RunRecorder recorder;
    private OptionalLong endedNanos = OptionalLong.empty();

    Current(RunIntake intake, RunRecorder recorder) {
      this.intake = intake;
      this.recorder = recorder;
    }

    boolean isPast(long now) {
      if (endedNanos.isEmpty() && intake.isEnded()) {
        endedNanos = OptionalLong.of(now);
      }
      return endedNanos.isPresent() && now - endedNanos.getAsLong() > LATE_NANOS;
    }
  }

  private RunsFollower(LogReader log, Function<LoggedRun, Optional<RunRecorder>> recorders) {
    this.log = log;
    this.recorders = recorders;
  }

  /**
   * Follows runs.
   *
   * @param recorders creates the recorder for a run that begins; empty for a run that is not wanted
   * @param files the logs, which must exist
   * @return a follower that has read what the logs have so far
   * @throws IOException if a log cannot be read
   * @throws IllegalArgumentException if no file is given
   */
  public static RunsFollower open(
      Function<LoggedRun, Optional<RunRecorder>> recorders, Path... files) throws IOException {
    Objects.requireNonNull(recorders, "recorders");
    LogReader log = LogReader.open(files);
    try {
      RunsFollower follower = new RunsFollower(log, recorders);
      follower.update();
      return follower;
    } catch (IOException e) {
      log.close();
      throw e;
    }
  }

  private RunIntake begin(LoggedRun run) {
    return recorders
        .apply(run)
        .map(
            recorder -> {
              runs.add(run);
              reportLost(recorder);
              RunIntake intake = new RunIntake(Lifelines.of(run.id()), recorder);
              current.add(new Current(intake, recorder));
              return intake;
            })
        .orElse(null);
  }

  private void reportLost(RunRecorder recorder) {
    if (lostEvents() > 0) {
      recorder.diagnostic(
          Diagnostic.warning(
              "event log",
              lostEvents()
                  + " events came before the beginning of a run and were too many to keep;"
                  + " some may be of this one"));
    }
  }

  /**
   * Reports dropped events to all runs of the time, because it is unknown to which they belonged.
   */
  private void reportDropped() {
    long now = System.nanoTime();
    current.removeIf(run -> run.isPast(now));
    long dropped = log.streams().stream().mapToLong(LogStream::dropped).sum();
    boolean isDue = dropped >= 2 * reportedDrops || now - reportedNanos >= PAUSE_NANOS;
    if (dropped > reportedDrops && isDue) {
      long more = dropped - reportedDrops;
      String what =
          more == 1
              ? "1 event was dropped when it was logged, perhaps of this run"
              : more + " events were dropped when they were logged, perhaps some of this run";
      current.forEach(run -> run.recorder.diagnostic(Diagnostic.error(RunIntake.WHERE, what)));
      reportedDrops = dropped;
      reportedNanos = now;
    }
  }

  /**
   * Reads what was logged since the last call.
   *
   * @return number of new events, of any kind
   * @throws IOException if a log cannot be read
   */
  public long update() throws IOException {
    long events = 0;
    for (EventCursor fresh = log.appended(); fresh.next(); events++) {
      intakes.take(fresh);
    }
    intakes.passOnComplete();
    reportDropped();
    return events;
  }

  /**
   * The runs that are followed.
   *
   * @return runs in the order in which their beginnings were found
   */
  public List<LoggedRun> runs() {
    return List.copyOf(runs);
  }

  /**
   * Number of events that were discarded because the beginning of their run is in no log.
   *
   * @return 0 or more
   */
  public long lostEvents() {
    return intakes.discardedCount();
  }

  /**
   * Losses of the logs, as far as is known.
   *
   * @return the losses, including what is still being written
   * @throws IOException if a log cannot be read
   */
  public List<LogLoss> losses() throws IOException {
    return log.losses();
  }

  @Override
  public void close() throws IOException {
    log.close();
  }

  @Override
  public String toString() {
    return "RunsFollower[" + runs.size() + " runs]";
  }
}
