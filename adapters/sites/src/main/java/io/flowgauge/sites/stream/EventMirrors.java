package io.flowgauge.sites.stream;

import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.activation.collect.LockedFolder;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.FileErrors;
import io.flowgauge.sites.request.RefusedException;
import io.flowgauge.sites.thread.Daemon;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.Subscription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The copies of events that a site or a hub keeps, one for each request and place. Thread-safe. */
public final class EventMirrors implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(EventMirrors.class.getName());
  private static final int THREADS = 4;
  private static final int MOST = 4096;
  private static final int MOST_OF_USER = 1024;
  private static final long TICK_MILLIS = 100;
  private static final int END_SECONDS = 5;

  private final Path folder;
  private final LockedFolder lock;
  private final long limit;
  private final EventSource source;
  private final ScheduledExecutorService threads;
  private final Map<String, EventMirror> mirrors = new ConcurrentHashMap<>();

  /**
   * Resumes the copies in a folder.
   *
   * @param limit most bytes of each copy
   * @param source where the events come from
   * @throws IOException if the folder cannot be used
   */
  public EventMirrors(Path folder, long limit, EventSource source) throws IOException {
    this.folder = folder;
    lock = LockedFolder.lock(folder, "service");
    this.limit = limit;
    this.source = source;
    threads = new ScheduledThreadPoolExecutor(THREADS, Daemon.named("events"));
    try {
      takeUp();
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
    ScheduledFuture<?> unused =
        threads.scheduleWithFixedDelay(this::tick, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void takeUp() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      for (Path each : all.filter(Files::isDirectory).sorted().toList()) {
        Optional<EventMirror> mirror = EventMirror.load(each, limit, source);
        mirror.ifPresent(one -> mirrors.put(each.getFileName().toString(), one));
      }
    }
  }

  private void tick() {
    mirrors.forEach(
        (name, mirror) -> {
          try {
            tick(name, mirror);
          } catch (IOException | RuntimeException | OutOfMemoryError e) {
            LOGGER.log(System.Logger.Level.WARNING, "cannot pass on the events of " + name, e);
          }
        });
  }

  private synchronized void tick(String name, EventMirror mirror) throws IOException {
    if (mirror.tick()) {
      mirrors.remove(name, mirror);
      mirror.delete();
    }
  }

  /**
   * Delivers events, and keeps a copy of them from now on.
   *
   * @param request the request for events in the subscription, already checked
   * @param target receives the events
   * @return the subscription, through which the target acknowledges events
   * @throws RefusedException if they cannot be delivered from that position, or there are too many
   *     copies
   */
  public synchronized EventSubscription subscribe(
      Subscription subscription, Request request, EventTarget target) throws RefusedException {
    String user = EventMessages.suffixOf(request.getUser());
    String name = EventMessages.nameOf(request.getRequestEvents().getId(), request.getUser());
    String key = name + "@" + subscription.getPlace().replace('/', '@');
    try {
      return mirror(key, user, subscription, request).deliver(subscription, name, target, threads);
    } catch (IllegalArgumentException e) {
      throw new RefusedException(RefusalCode.ARGUMENT, "" + e.getMessage());
    } catch (IOException e) {
      throw new RefusedException(
          RefusalCode.SYSTEM, "cannot store the events: " + FileErrors.withReason(e).getMessage());
    }
  }

  private EventMirror mirror(String key, String user, Subscription subscription, Request request)
      throws RefusedException, IOException {
    EventMirror known = mirrors.get(key);
    if (known != null) {
      return known;
    }
    long ofUser = mirrors.keySet().stream().filter(one -> one.contains(user + "@")).count();
    if (mirrors.size() >= MOST || ofUser >= MOST_OF_USER) {
      throw new RefusedException(
          RefusalCode.LIMIT,
          "the limit on streams of events, one for each request and place, is reached: "
              + MOST_OF_USER
              + " for a user, "
              + MOST
              + " for all users");
    }
    EventMirror made =
        EventMirror.create(folder.resolve(key), subscription, request, limit, source);
    mirrors.put(key, made);
    return made;
  }

  /** Stops. Stored events are available again after the next start. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (EventMirror mirror : mirrors.values()) {
      try {
        mirror.close();
      } catch (IOException e) {
        LOGGER.log(System.Logger.Level.WARNING, "the events of a request did not close cleanly", e);
      }
    }
    try {
      lock.close();
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.WARNING, "cannot unlock " + folder, e);
    }
  }
}
