package io.flowgauge.sites;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.activation.collect.StateFiles;
import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.Refusal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Events from other machines, stored as they arrive in one binary log for each place. Closing this
 * ends the request for them. Only one thread at a time may store events.
 *
 * <pre>{@code
 * try (ReceivedLogs logs = ReceivedLogs.open(sites, ActivationRequest.of("runs", "run.*"))) {
 *   while (!logs.isFinished()) {
 *     if (logs.keep(Duration.ofSeconds(1))) {
 *       readOn(logs.files());
 *     }
 *   }
 * }
 * }</pre>
 */
public final class ReceivedLogs implements AutoCloseable {
  private final Sites sites;
  private final String id;
  private final RemoteEvents events;
  private final Path folder;
  private final boolean isTemporary;
  private final Map<String, Path> files = new LinkedHashMap<>();

  /** The delivery that has arrived but could not be stored yet. */
  private volatile Optional<PlacedDelivery> pending = Optional.empty();

  private boolean isClosed;

  private ReceivedLogs(Sites sites, ActivationRequest request, Path folder, boolean isTemporary) {
    this.sites = sites;
    this.id = request.id();
    this.events = sites.events(request);
    this.folder = folder;
    this.isTemporary = isTemporary;
  }

  /**
   * Requests events. Their logs are deleted when this is closed.
   *
   * @param sites connection to the places, which the caller closes after this
   * @param request which events
   * @return the received logs
   * @throws IOException if there is no disk space for logs
   * @throws InstrumentationException if the service refuses, or cannot be reached
   */
  public static ReceivedLogs open(Sites sites, ActivationRequest request) throws IOException {
    return open(sites, request, Optional.empty());
  }

  /**
   * Requests events.
   *
   * @param sites connection to the places, which the caller closes after this
   * @param request which events
   * @param kept folder for logs that stay; incoming events are appended to them. If empty, the logs
   *     are deleted when this is closed
   * @return the received logs
   * @throws IOException if there is no disk space for logs
   * @throws InstrumentationException if the service refuses, or cannot be reached
   */
  public static ReceivedLogs open(Sites sites, ActivationRequest request, Optional<Path> kept)
      throws IOException {
    Objects.requireNonNull(sites, "sites");
    Objects.requireNonNull(request, "request");
    Path folder =
        kept.isPresent()
            ? Files.createDirectories(kept.get())
            : Files.createTempDirectory("flowgauge-events");
    ReceivedLogs logs;
    try {
      logs = new ReceivedLogs(sites, request, folder, kept.isEmpty());
    } catch (RuntimeException e) {
      if (kept.isEmpty()) {
        StateFiles.delete(folder);
      }
      throw e;
    }
    try {
      logs.begin();
      return logs;
    } catch (IOException e) {
      logs.close();
      throw e;
    }
  }

  private void begin() throws IOException {
    for (PlacedRequests place : events.requests()) {
      if (place.refusal().isEmpty()) {
        Path file = folder.resolve(place.place().replace('/', '-') + ".nlb");
        files.put(place.place(), file);
        log(file).close();
      }
    }
  }

  private static FileChannel log(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /**
   * Returns the logs, one for each place that has not refused. They exist from the beginning.
   *
   * @return files by {@code SITE/NODE}
   */
  public Map<String, Path> files() {
    return Collections.unmodifiableMap(files);
  }

  /**
   * Appends the deliveries that have arrived or arrive within a given time. If they arrive faster
   * than they can be stored, the rest is left to the next call. A delivery that cannot be stored,
   * for example because the disk is full, is also left to the next call; meanwhile the services
   * keep the deliveries after it.
   *
   * @param moment how long to wait, and to continue, at most; at least one delivery is stored if
   *     there is one
   * @return whether anything was stored
   * @throws IOException if a delivery cannot be stored now; then it is not acknowledged, and the
   *     next call tries again
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean keep(Duration moment) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Optional<PlacedDelivery> next = pending.isPresent() ? pending : events.next(moment);
    boolean any = next.isPresent();
    while (next.isPresent()) {
      pending = next;
      store(next.get());
      pending = Optional.empty();
      events.acknowledge(next.get());
      boolean isOver = System.nanoTime() - begun >= moment.toNanos();
      next = isOver ? Optional.empty() : events.next(Duration.ZERO);
    }
    return any;
  }

  /** Appends a delivery; if that fails, removes the part that was written. */
  private void store(PlacedDelivery delivery) throws IOException {
    Path file = files.get(delivery.place());
    try (FileChannel log = log(file)) {
      long before = log.size();
      try {
        delivery.delivery().appendTo(log);
      } catch (IOException e) {
        log.truncate(before);
        throw new FileSystemException(file.toString(), null, e.getMessage());
      }
    }
  }

  /**
   * Whether no more events will come.
   *
   * @return false while a delivery may still arrive, or waits to be stored
   */
  public boolean isFinished() {
    return pending.isEmpty() && events.isFinished();
  }

  /**
   * Returns why places have refused, or currently deliver nothing.
   *
   * @return the refusals, by place
   */
  public List<Refusal> troubles() {
    List<Refusal> all = new ArrayList<>();
    events.requests().forEach(place -> place.refusal().ifPresent(all::add));
    all.addAll(events.troubles());
    return all;
  }

  /** Ends the request. Closing again has no effect. */
  @Override
  public void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try (events) {
      sites.cancelEvents(id);
    } finally {
      if (isTemporary) {
        StateFiles.delete(folder);
      }
    }
  }
}
