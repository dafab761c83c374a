package io.flowgauge.activation;

import io.flowgauge.activation.collect.Collector;
import io.flowgauge.activation.collect.ReceivedBlock;
import io.flowgauge.activation.collect.Source;
import io.flowgauge.activation.collect.Spool;
import io.flowgauge.activation.collect.SpoolCounts.Kind;
import io.flowgauge.activation.collect.SpoolFiles;
import io.flowgauge.log.trigger.TriggerEntry;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A request at work: collects the events it asks for in its spool. Thread-safe. */
final class ActiveRequest implements Closeable {
  private final ActivationRequest request;
  private final Lease lease;
  private final Collector collector;
  private final CopyOnWriteArrayList<Runnable> watchers = new CopyOnWriteArrayList<>();

  private Subscriber subscriber;
  private volatile boolean cancelled;
  private volatile Optional<String> forwardFailure = Optional.empty();

  /** Starts or resumes a request. */
  ActiveRequest(RequestRecord kept, Path folder, Lease lease, SpoolFiles files) throws IOException {
    request = kept.request();
    this.lease = lease;
    TriggerEntry wanted = request.entry(RequestDestination.FILE + Collector.SPOOL);
    collector =
        new Collector(wanted, folder, kept.salt(), request.bufferBytes(), files, this::failed);
  }

  private void failed(String why) {
    forwardFailure = Optional.of(why);
  }

  ActivationRequest request() {
    return request;
  }

  Lease lease() {
    return lease;
  }

  Spool spool() {
    return collector.spool();
  }

  /** Collects from a block the events that the request asks for. */
  void accept(Source source, ReceivedBlock block, long missing) {
    if (lease.isActive()) {
      collector.accept(source, block, missing);
      watchers.forEach(Runnable::run);
    }
  }

  /** Deletes what the consumer has received. */
  void reclaim(boolean pressed) {
    collector.reclaim(pressed);
  }

  /** Makes a receiver the only one of the request. */
  synchronized void subscribe(Subscriber newcomer) {
    if (subscriber != null) {
      subscriber.superseded();
    }
    subscriber = newcomer;
  }

  synchronized void unsubscribe(Subscriber leaving) {
    if (subscriber == leaving) {
      subscriber = null;
    }
  }

  /** Runs an action whenever something may have come into the spool. */
  void watch(Runnable action) {
    watchers.add(action);
  }

  void unwatch(Runnable action) {
    watchers.remove(action);
  }

  /** Records why forwarding failed, or that it succeeded. */
  void forwarded(Optional<String> failure) {
    forwardFailure = failure;
  }

  /** Whether nothing will be delivered any more. */
  boolean isFinished() {
    return cancelled || (!lease.isActive() && spool().waiting() == 0);
  }

  /** Ends the request for good, unlike {@link #close()}. */
  void cancel() throws IOException {
    cancelled = true;
    close();
  }

  RequestStatus status() {
    Spool spool = spool();
    return new RequestStatus(
        request,
        lease.isActive(),
        lease.left(),
        spool.count(Kind.BUFFERED),
        spool.waiting(),
        spool.count(Kind.REFUSED),
        spool.count(Kind.MISSING),
        spool.failure().or(() -> forwardFailure));
  }

  @Override
  public void close() throws IOException {
    collector.close();
    watchers.forEach(Runnable::run);
  }
}
