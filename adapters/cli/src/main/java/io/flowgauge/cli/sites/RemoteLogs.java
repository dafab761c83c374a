package io.flowgauge.cli.sites;

import io.flowgauge.activation.ActivationRequest;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.sites.PlacedDelivery;
import io.flowgauge.sites.PlacedRequests;
import io.flowgauge.sites.RemoteEvents;
import io.flowgauge.sites.Sites;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Events of other machines as they arrive, in a binary log of each place. The request for them ends
 * when this is closed. One thread may keep events.
 */
public final class RemoteLogs implements AutoCloseable {
  private final Sites sites;
  private final String id;
  private final RemoteEvents events;
  private final Path folder;
  private final boolean isTemporary;
  private final Map<String, Path> files = new LinkedHashMap<>();

  private RemoteLogs(
      Sites sites, String id, RemoteEvents events, Path folder, boolean isTemporary) {
    this.sites = sites;
    this.id = id;
    this.events = events;
    this.folder = folder;
    this.isTemporary = isTemporary;
  }

  /**
   * Asks for events.
   *
   * @param sites closed at the end
   * @param request makes a request with a name
   * @param kept folder for logs that stay; without one they are deleted at the end
   */
  public static RemoteLogs open(
      Sites sites, Function<String, ActivationRequest> request, Optional<Path> kept)
      throws IOException {
    String id = "flowgauge-" + UUID.randomUUID();
    try {
      Path folder =
          kept.isPresent()
              ? Files.createDirectories(kept.get())
              : Files.createTempDirectory("flowgauge-events");
      RemoteLogs logs =
          new RemoteLogs(sites, id, sites.events(request.apply(id)), folder, kept.isEmpty());
      logs.begin();
      return logs;
    } catch (IOException | RuntimeException e) {
      sites.close();
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

  /** The logs, one of each place that has not refused; they are there already. */
  public List<Path> files() {
    return List.copyOf(files.values());
  }

  /** Appends what has come, or comes in a moment; returns whether there was anything. */
  public boolean keep(Duration moment) throws IOException, InterruptedException {
    Optional<PlacedDelivery> next = events.next(moment);
    boolean any = next.isPresent();
    while (next.isPresent()) {
      try (FileChannel log = log(files.get(next.get().place()))) {
        next.get().delivery().appendTo(log);
      }
      events.acknowledge(next.get());
      next = events.next(Duration.ZERO);
    }
    return any;
  }

  /** Whether nothing will come any more. */
  public boolean isFinished() {
    return events.isFinished();
  }

  /** Why places have refused, or deliver nothing now. */
  public List<Refusal> troubles() {
    List<Refusal> all = new ArrayList<>();
    events.requests().forEach(place -> place.refusal().ifPresent(all::add));
    all.addAll(events.troubles());
    return all;
  }

  @Override
  public void close() throws IOException {
    try (sites;
        events) {
      sites.cancelEvents(id);
    } finally {
      if (isTemporary) {
        delete();
      }
    }
  }

  private void delete() throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
