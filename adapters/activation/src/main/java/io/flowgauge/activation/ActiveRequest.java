package io.flowgauge.activation;

import io.flowgauge.activation.collect.Collector;
import io.flowgauge.activation.collect.Lease;
import io.flowgauge.activation.collect.ReceivedBlock;
import io.flowgauge.activation.collect.Source;
import io.flowgauge.activation.collect.Spool;
import io.flowgauge.activation.collect.SpoolCounts.Kind;
import io.flowgauge.activation.collect.SpoolFiles;
import io.flowgauge.activation.collect.StoredEvents;
import io.flowgauge.activation.collect.SubscriberSlot;
import io.flowgauge.log.trigger.TriggerEntry;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A running request: collects the events it asks for in its spool. Thread-safe. */
final class ActiveRequest implements StoredEvents, Closeable {
  private final ActivationRequest request;
  private final long firstPosition;
  private final Lease lease;
  private final Collector collector;
  private final SubscriberSlot receiver = new SubscriberSlot();
  private volatile boolean cancelled;
  private volatile Optional<String> forwardFailure = Optional.empty();

  /** Starts or resumes a request. */
  ActiveRequest(RequestRecord kept, Path folder, Lease lease, SpoolFiles files) throws IOException {
    request = kept.request();
    firstPosition = kept.firstPosition();
    this.lease = lease;
    TriggerEntry wanted = request.entry(RequestDestination.FILE + Collector.SPOOL);
    collector =
        new Collector(
            wanted,
            folder,
            kept.firstPosition(),
            kept.salt(),
            request.bufferBytes(),
            files,
            this::failed);
  }

  private void failed(String why) {
    forwardFailure = Optional.of(why);
  }

  ActivationRequest request() {
    return request;
  }

  long firstPosition() {
    return firstPosition;
  }

  Lease lease() {
    return lease;
  }

  @Override
  public Spool spool() {
    return collector.spool();
  }

  @Override
  public SubscriberSlot receiver() {
    return receiver;
  }

  @Override
  public void renew() {
    lease.renew();
  }

  /** Collects from a block the events that the request asks for. */
  void accept(Source source, ReceivedBlock block, long missing) {
    if (lease.isActive()) {
      collector.accept(source, block, missing);
      receiver.wake();
    }
  }

  /** Deletes what the consumer has acknowledged. */
  void reclaim(boolean pressed) {
    collector.reclaim(pressed);
  }

  /** Records why forwarding failed, or that it succeeded. */
  void recordForwarding(Optional<String> failure) {
    forwardFailure = failure;
  }

  @Override
  public boolean isFinished() {
    return cancelled || (!lease.isActive() && spool().unacknowledgedBytes() == 0);
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
        lease.timeLeft(),
        spool.count(Kind.BUFFERED),
        spool.unacknowledgedBytes(),
        spool.count(Kind.REFUSED),
        spool.count(Kind.MISSING),
        spool.failure().or(() -> forwardFailure));
  }

  @Override
  public void close() throws IOException {
    collector.close();
    receiver.wake();
  }
}
