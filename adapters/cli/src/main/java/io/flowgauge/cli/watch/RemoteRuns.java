package io.flowgauge.cli.watch;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.cli.sites.ViaOptions;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import io.flowgauge.runlog.RunsFollower;
import io.flowgauge.sites.ReceivedLogs;
import io.flowgauge.sites.Sites;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Runs that engines and workers log on other machines, whose events are kept in files here as they
 * arrive. Thread-safe.
 */
final class RemoteRuns implements Closeable {
  private static final String EVENTS = "run.*";
  private static final Duration MOMENT = Duration.ofMillis(100);

  private final Sites sites;
  private final ReceivedLogs logs;
  private final Thread keeper = new Thread(this::keep, "flowgauge-watch-keep");
  private volatile boolean closed;
  private volatile Optional<String> failure = Optional.empty();
  private volatile Optional<RunsFollower> followed = Optional.empty();

  private RemoteRuns(Sites sites, ReceivedLogs logs) {
    this.sites = sites;
    this.logs = logs;
    keeper.setDaemon(true);
  }

  /** Requests the events of runs. */
  static RemoteRuns open(ViaOptions via) throws IOException {
    Sites sites = via.connect();
    try {
      return new RemoteRuns(sites, ReceivedLogs.open(sites, ActivationRequest.of(EVENTS)));
    } catch (IOException | RuntimeException e) {
      sites.close();
      throw e;
    }
  }

  private void keep() {
    try {
      while (!closed && !logs.isFinished()) {
        boolean isNew = logs.keep(MOMENT);
        if (isNew && followed.isPresent()) {
          followed.get().update();
        }
      }
    } catch (IOException e) {
      failure = Optional.of("cannot keep what comes: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Watches the first run that begins. Called once, instead of {@link #followAll}.
   *
   * @throws IOException if no place has taken the request
   */
  LiveRun followFirst(LiveMonitor monitor) throws IOException {
    Path[] files = files();
    LiveRun run =
        monitor.follow(files[0], List.of(files).subList(1, files.length).toArray(Path[]::new));
    keeper.start();
    return run;
  }

  /**
   * Watches every run that begins. Called once, instead of {@link #followFirst}.
   *
   * @throws IOException if no place has taken the request
   */
  void followAll(LiveMonitor monitor) throws IOException {
    followed =
        Optional.of(
            RunsFollower.open(run -> Optional.of(monitor.recorder(run.id(), run.name())), files()));
    keeper.start();
  }

  private Path[] files() throws IOException {
    if (logs.files().isEmpty()) {
      throw new IOException(String.join("; ", troubles()));
    }
    return logs.files().values().toArray(Path[]::new);
  }

  /** Why places deliver nothing, or what they deliver cannot be kept. */
  List<String> troubles() {
    return failure
        .map(List::of)
        .orElseGet(() -> logs.troubles().stream().map(one -> one.message()).toList());
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      keeper.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (sites;
        logs) {
      if (followed.isPresent()) {
        followed.get().close();
      }
    }
  }
}
