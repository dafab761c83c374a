package io.flowgauge.activation;

import io.flowgauge.activation.collect.BlockSink;
import io.flowgauge.activation.collect.Lease;
import io.flowgauge.activation.collect.ReceivedBlock;
import io.flowgauge.activation.collect.Source;
import io.flowgauge.activation.collect.StateFiles;
import io.flowgauge.log.trigger.TriggerEntry;
import io.flowgauge.log.trigger.TriggerFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * All requests, their folders and their trigger entries. A folder is made before an entry and
 * deleted after it, so that a folder exists for each entry of this service even after a crash.
 * Thread-safe.
 */
final class Requests implements BlockSink, Closeable {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Path folder;
  private final TriggerFile triggers;
  private final String address;
  private final ServiceSettings settings;
  private final Map<ActiveRequest, Forwarder> forwarders = new ConcurrentHashMap<>();
  private final Map<String, ActiveRequest> all = new ConcurrentHashMap<>();
  private volatile Optional<String> failure = Optional.empty();

  /**
   * Resumes the requests that are in a folder.
   *
   * @param address where applications send, as written in a trigger entry
   */
  Requests(Path folder, TriggerFile triggers, String address, ServiceSettings settings)
      throws IOException {
    this.folder = Files.createDirectories(folder);
    this.triggers = triggers;
    this.address = address;
    this.settings = settings;
    try {
      loadAll();
      removeStrays();
    } catch (IOException | RuntimeException e) {
      ServiceResources.closeAfter(e, this);
      throw e;
    }
  }

  private void loadAll() throws IOException {
    try (Stream<Path> folders = Files.list(folder)) {
      for (Path each : folders.sorted().toList()) {
        loadOrDelete(each);
      }
    }
  }

  private void loadOrDelete(Path home) throws IOException {
    if (RequestRecord.isIn(home)) {
      RequestRecord kept = RequestRecord.load(home);
      if (kept.active()) {
        trigger(kept.request());
      } else {
        triggers.remove(kept.request().id());
      }
      begin(kept, home);
    } else {
      delete(home);
    }
  }

  private void trigger(ActivationRequest request) throws IOException {
    triggers.replace(request.id(), List.of(request.entry(address)));
  }

  private void begin(RequestRecord kept, Path home) throws IOException {
    Lease lease = new Lease(kept.request().lease(), kept.active(), settings.clock());
    ActiveRequest request = new ActiveRequest(kept, home, lease, settings.files());
    all.put(kept.request().id(), request);
    if (request.request().destination() instanceof RequestDestination.File file) {
      forwarders.put(request, new Forwarder(request, file.path()));
    }
  }

  /** Removes entries that send to this service but belong to no request. */
  private void removeStrays() throws IOException {
    for (TriggerEntry entry : triggers.read().entries()) {
      if (isOurs(entry) && entry.id().isPresent() && !all.containsKey(entry.id().get())) {
        triggers.remove(entry.id().get());
      }
    }
  }

  private boolean isOurs(TriggerEntry entry) {
    return entry.to().equals(address);
  }

  /**
   * Begins a request, or renews it if it exists already.
   *
   * @param first position of the first event of a new one
   * @throws IllegalArgumentException if the id is taken, or there are too many requests
   */
  synchronized RequestStatus add(ActivationRequest request, long first) throws IOException {
    ActiveRequest known = all.get(request.id());
    if (known != null && !known.request().equals(request)) {
      throw new IllegalArgumentException("id " + request.id() + " is taken by another request");
    }
    if (known == null) {
      create(request, first);
    } else if (!known.lease().isActive()) {
      reactivate(known);
    }
    ActiveRequest added = all.get(request.id());
    added.lease().renew();
    return added.status();
  }

  private void create(ActivationRequest request, long first) throws IOException {
    settings.check(request, all.size());
    requireUnused(request);
    Path home = home(request.id());
    try {
      Files.createDirectories(home);
      RequestRecord kept = new RequestRecord(request, first, RANDOM.nextLong(), true);
      kept.store(home);
      begin(kept, home);
      trigger(request);
    } catch (IOException e) {
      discard(request.id(), e);
      throw e;
    }
  }

  private void requireUnused(ActivationRequest request) throws IOException {
    for (TriggerEntry entry : triggers.read().entries()) {
      if (entry.id().equals(Optional.of(request.id())) && !isOurs(entry)) {
        throw new IllegalArgumentException(
            "id " + request.id() + " is taken by another entry of " + triggers.path());
      }
    }
    boolean sharesFile =
        request.destination() instanceof RequestDestination.File
            && all.values().stream()
                .anyMatch(r -> r.request().destination().equals(request.destination()));
    if (sharesFile) {
      throw new IllegalArgumentException("another request already writes to " + request.to());
    }
  }

  private void discard(String id, IOException cause) {
    try {
      remove(id);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private void reactivate(ActiveRequest request) throws IOException {
    Path home = home(request.request().id());
    RequestRecord.load(home).withActive(true).store(home);
    trigger(request.request());
    request.lease().begin();
  }

  private Path home(String id) {
    return folder.resolve(id);
  }

  /** Ends a request and deletes what it has buffered; returns false if there is none. */
  synchronized boolean cancel(String id) throws IOException {
    return all.containsKey(id) && remove(id);
  }

  private boolean remove(String id) throws IOException {
    triggers.remove(id);
    ActiveRequest gone = all.remove(id);
    if (gone != null) {
      endForwarding(gone);
      gone.cancel();
    }
    delete(home(id));
    return true;
  }

  private void endForwarding(ActiveRequest request) throws IOException {
    Forwarder forwarder = forwarders.remove(request);
    if (forwarder != null) {
      forwarder.close();
    }
  }

  private static void delete(Path home) throws IOException {
    if (Files.exists(home)) {
      StateFiles.delete(home);
    }
  }

  /**
   * Returns a request.
   *
   * @throws IllegalArgumentException if there is none
   */
  ActiveRequest get(String id) {
    ActiveRequest request = all.get(id);
    if (request == null) {
      throw new IllegalArgumentException("there is no request " + id);
    }
    return request;
  }

  Collection<ActiveRequest> all() {
    return all.values();
  }

  /** Ends requests whose lease is over, and deletes what consumers have acknowledged. */
  void tick() {
    for (ActiveRequest request : all.values()) {
      tick(request);
    }
  }

  private void tick(ActiveRequest request) {
    try {
      request.reclaim(request.spool().failure().isPresent());
      if (request.receiver().isConnected()) {
        request.renew();
      }
      if (request.lease().isOver()) {
        expire(request);
      }
    } catch (RuntimeException | Error e) {
      failure = Optional.of(e.toString()); // The next tick must come whatever happens.
    }
  }

  private synchronized void expire(ActiveRequest request) {
    String id = request.request().id();
    try {
      if (!request.lease().isActive()) {
        cancel(id);
      } else if (request.lease().isOver()) {
        triggers.remove(id);
        RequestRecord.load(home(id)).withActive(false).store(home(id));
        request.lease().end();
        request.receiver().wake();
      }
      failure = Optional.empty();
    } catch (IOException e) {
      failure = Optional.of(e.toString()); // Tried again at the next tick.
    }
  }

  @Override
  public void accept(Source source, ReceivedBlock block, long missing) {
    all.values().forEach(request -> request.accept(source, block, missing));
  }

  /** Returns why a request could not be ended the last time; empty if it could. */
  @Override
  public Optional<String> failure() {
    return failure;
  }

  /** Switches events off; the requests stay, for the next service in the same folder. */
  @Override
  public synchronized void close() throws IOException {
    ServiceResources open = new ServiceResources();
    for (ActiveRequest request : all.values()) {
      open.add(request);
      open.add(() -> endForwarding(request));
      open.add(() -> triggers.remove(request.request().id()));
    }
    open.close();
  }
}
