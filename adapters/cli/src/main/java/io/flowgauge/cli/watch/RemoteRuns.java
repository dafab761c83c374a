package io.flowgauge.cli.watch;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.cli.Failure;
import io.flowgauge.cli.sites.ViaOptions;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.runlog.LoggedRun;
import io.flowgauge.runlog.RunsFollower;
import io.flowgauge.sites.ReceivedLogs;
import io.flowgauge.sites.Sites;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Runs that engines and workers log on other machines, whose events are kept in files here as they
 * arrive. Thread-safe.
 */
final class RemoteRuns implements Closeable {
  private static final String EVENTS = "run.*";
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final Sites sites;
  private final ReceivedLogs logs;
  private final Thread keeper = new Thread(this::keep, "flowgauge-watch-keep");
  private volatile boolean closed;

  /** Whether something was kept that was not read yet. */
  private boolean isBehind;

  private final Collection<String> unwatched = new ConcurrentLinkedQueue<>();
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
      return of(sites, ReceivedLogs.open(sites, ActivationRequest.of(EVENTS)));
    } catch (IOException | RuntimeException e) {
      sites.close();
      throw e;
    }
  }

  /** The runs in what is received; closing this closes both. */
  static RemoteRuns of(Sites sites, ReceivedLogs logs) {
    return new RemoteRuns(sites, logs);
  }

  private void keep() {
    try {
      while (!closed && !logs.isFinished()) {
        keepNext();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * If that fails, as on a full disk, it is tried again: until then, the places keep what comes.
   */
  private void keepNext() throws InterruptedException {
    try {
      isBehind |= logs.keep(MOMENT);
      if (isBehind && followed.isPresent()) {
        followed.get().update();
      }
      isBehind = false;
      failure = Optional.empty();
    } catch (IOException e) {
      failure = Optional.of("cannot keep what comes: " + Failure.message(e));
      Thread.sleep(AGAIN.toMillis());
    }
  }

  /**
   * Watches the first run that begins. Called once, instead of the other.
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
    followed = Optional.of(RunsFollower.open(run -> recorder(monitor, run), files()));
    keeper.start();
  }

  /** That a run cannot be watched, as one of its id is posted, spoils only that run. */
  private Optional<RunRecorder> recorder(LiveMonitor monitor, LoggedRun run) {
    try {
      return Optional.of(monitor.recorder(run.id(), run.name()));
    } catch (IllegalArgumentException e) {
      unwatched.add(e.getMessage());
    } catch (UncheckedIOException e) {
      unwatched.add("run " + run.id() + " cannot be kept: " + Failure.message(e));
    }
    return Optional.empty();
  }

  private Path[] files() throws IOException {
    if (logs.files().isEmpty()) {
      throw new IOException(String.join("; ", troubles()));
    }
    return logs.files().values().toArray(Path[]::new);
  }

  /** Why places deliver nothing, or what they deliver cannot be kept. */
  List<String> troubles() {
    List<String> all = new ArrayList<>(unwatched);
    failure.ifPresentOrElse(all::add, () -> logs.troubles().forEach(one -> all.add(one.message())));
    return all;
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
