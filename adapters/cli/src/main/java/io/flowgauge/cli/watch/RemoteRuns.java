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
 * Runs that engines and workers log on other machines. Their events are stored in local files as
 * they arrive. Thread-safe.
 */
final class RemoteRuns implements Closeable {
  private static final String EVENTS = "run.*";
  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final Sites sites;
  private final ReceivedLogs logs;
  private final Thread keeper = new Thread(this::keep, "flowgauge-watch-keep");
  private volatile boolean closed;

  /** Whether events have been stored but not yet read, because reading failed. */
  private boolean isBehind;

  private final Collection<String> unwatched = new ConcurrentLinkedQueue<>();
  private volatile Optional<String> failure = Optional.empty();
  private volatile Optional<RunsFollower> followed = Optional.empty();

  /** Creates the runs of received logs; closing the result closes the connection and the logs. */
  RemoteRuns(Sites sites, ReceivedLogs logs) {
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
        keepNext();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Stores and reads the next events. After a failure, for example because the disk is full, the
   * next call tries again; until then, the places keep new events.
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
      failure = Optional.of("cannot write incoming events: " + Failure.message(e));
      Thread.sleep(AGAIN.toMillis());
    }
  }

  /**
   * Watches the first run that begins. Called at most once, and not together with {@link
   * #followAll}.
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
   * Watches every run that begins. Called at most once, and not together with {@link #followFirst}.
   *
   * @throws IOException if no place has taken the request
   */
  void followAll(LiveMonitor monitor) throws IOException {
    followed = Optional.of(RunsFollower.open(run -> recorder(monitor, run), files()));
    keeper.start();
  }

  /**
   * Returns the recorder of a run; empty, with a reported reason, if only this run cannot be
   * watched, for example because a run with its id was posted.
   */
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

  /**
   * Returns why places deliver nothing, why delivered events cannot be stored, and why runs cannot
   * be watched.
   */
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
