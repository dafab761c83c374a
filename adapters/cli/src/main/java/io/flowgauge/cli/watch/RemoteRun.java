package io.flowgauge.cli.watch;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.cli.sites.RemoteLogs;
import io.flowgauge.cli.sites.ViaOptions;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A run that engines and workers on other machines log: their events, kept in files here while they
 * come. Thread-safe.
 */
final class RemoteRun implements Closeable {
  private static final String EVENTS = "run.*";
  private static final Duration MOMENT = Duration.ofMillis(100);

  private final RemoteLogs logs;
  private final Thread keeper = new Thread(this::keep, "flowgauge-watch-keep");
  private volatile boolean closed;
  private volatile Optional<String> failure = Optional.empty();

  private RemoteRun(RemoteLogs logs) {
    this.logs = logs;
    keeper.setDaemon(true);
    keeper.start();
  }

  /** Asks for the events of runs. */
  static RemoteRun open(ViaOptions via) throws IOException {
    return new RemoteRun(
        RemoteLogs.open(via.connect(), id -> ActivationRequest.of(id, EVENTS), Optional.empty()));
  }

  private void keep() {
    try {
      while (!closed && !logs.isFinished()) {
        logs.keep(MOMENT);
      }
    } catch (IOException e) {
      failure = Optional.of("cannot keep what comes: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Watches the first run that begins.
   *
   * @throws IOException if no place has taken the request
   */
  LiveRun follow(LiveMonitor monitor) throws IOException {
    List<Path> files = logs.files();
    if (files.isEmpty()) {
      throw new IOException(String.join("; ", troubles()));
    }
    return monitor.follow(files.get(0), files.subList(1, files.size()).toArray(Path[]::new));
  }

  /** Why places deliver nothing. */
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
    logs.close();
  }
}
