package io.flowgauge.runlog;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Follows a run that is being logged, possibly by several processes into several files, and passes
 * its contents to a recorder. Not thread-safe; the recorder may be used from any thread.
 *
 * <pre>{@code
 * try (RunFollower run = RunFollower.open(Path.of("run.nlb"))) {
 *   while (!run.snapshot(Instant.now()).map(WorkflowRun::isFinished).orElse(false)) {
 *     Thread.sleep(1000);
 *     run.update();
 *   }
 * }
 * }</pre>
 *
 * <p>A live log lags behind because its writer buffers events, by default for at most a second.
 */
public final class RunFollower implements Closeable {
  private final Optional<String> wanted;
  private final Function<String, RunRecorder> recorders;
  private final RunsFollower runs;
  private RunRecorder recorder;

  private RunFollower(
      Optional<String> wanted, Function<String, RunRecorder> recorders, Path... files)
      throws IOException {
    this.wanted = wanted;
    this.recorders = recorders;
    runs = RunsFollower.open(this::begin, files);
  }

  /**
   * Follows the first run that begins in some logs.
   *
   * @param files the logs, which must exist
   * @return a follower that has read what the logs have so far
   * @throws IOException if a log cannot be read
   * @throws IllegalArgumentException if no file is given
   */
  public static RunFollower open(Path... files) throws IOException {
    return open(Optional.empty(), Flowgauge::recorder, files);
  }

  /**
   * Follows a run with your own recorder.
   *
   * @param id id of the run, or empty for the first one that begins in the logs
   * @param recorders creates the recorder once the name of the run is known
   * @param files the logs, which must exist
   * @return a follower that has read what the logs have so far
   * @throws IOException if a log cannot be read
   * @throws IllegalArgumentException if no file is given
   */
  public static RunFollower open(
      Optional<String> id, Function<String, RunRecorder> recorders, Path... files)
      throws IOException {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(recorders, "recorders");
    return new RunFollower(id, recorders, files);
  }

  private Optional<RunRecorder> begin(LoggedRun run) {
    if (recorder != null || wanted.filter(id -> !id.equals(run.id())).isPresent()) {
      return Optional.empty();
    }
    recorder = recorders.apply(run.name());
    return Optional.of(recorder);
  }

  /**
   * Reads what was logged since the last call.
   *
   * @return number of new events, of any kind
   * @throws IOException if a log cannot be read
   */
  public long update() throws IOException {
    return runs.update();
  }

  /**
   * The run that is followed.
   *
   * @return the run, or empty if it has not begun yet
   */
  public Optional<LoggedRun> run() {
    return runs.runs().stream().findFirst();
  }

  /**
   * Returns the run as read so far; open states are measured up to the given time.
   *
   * @param now t_now
   * @return the run, or empty if it has not begun yet
   * @throws IllegalArgumentException as with {@link RunRecorder#snapshot(Instant)}
   */
  public Optional<WorkflowRun> snapshot(Instant now) {
    Objects.requireNonNull(now, "now");
    return Optional.ofNullable(recorder).map(made -> made.snapshot(now));
  }

  /**
   * Losses of the logs, as far as is known.
   *
   * @return the losses, including what is still being written
   * @throws IOException if a log cannot be read
   */
  public List<LogLoss> losses() throws IOException {
    return runs.losses();
  }

  @Override
  public void close() throws IOException {
    runs.close();
  }

  @Override
  public String toString() {
    return "RunFollower[" + run().map(LoggedRun::toString).orElse("no run yet") + "]";
  }
}
