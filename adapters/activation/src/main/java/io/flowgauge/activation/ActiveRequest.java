package io.flowgauge.activation;

import io.flowgauge.activation.SpoolCounts.Kind;
import io.flowgauge.log.format.BlockHeader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A request at work: takes the events it is about into its spool. Thread-safe. */
final class ActiveRequest implements Closeable {
  private static final String SPOOL = "spool";
  private static final String STREAMS = "streams.nlb";

  private final ActivationRequest request;
  private final Lease lease;
  private final EventSelector selector;
  private final DerivedStreams streams;
  private final Spool spool;
  private final CopyOnWriteArrayList<Runnable> watchers = new CopyOnWriteArrayList<>();

  private Subscriber subscriber;
  private boolean unkept;
  private volatile boolean cancelled;
  private volatile Optional<String> forwardFailure = Optional.empty();

  /** Takes a request up, again or for the first time. */
  ActiveRequest(RequestRecord kept, Path folder, Lease lease, SpoolFiles files) throws IOException {
    request = kept.request();
    this.lease = lease;
    selector = new EventSelector(request.entry(Destination.FILE + SPOOL));
    streams = new DerivedStreams(folder.resolve(STREAMS), kept.salt());
    Path buffer = Files.createDirectories(folder.resolve(SPOOL));
    spool = new Spool(buffer, request.bufferBytes(), files, streams::recover);
  }

  ActivationRequest request() {
    return request;
  }

  Lease lease() {
    return lease;
  }

  Spool spool() {
    return spool;
  }

  /** Takes from a block what the request is about. */
  void accept(Source source, ReceivedBlock block, long missing) {
    if (lease.isActive()) {
      take(source, block, missing);
      spool.storeCounts();
      watchers.forEach(Runnable::run);
    }
  }

  private synchronized void take(Source source, ReceivedBlock block, long missing) {
    DerivedStream stream = streams.of(source);
    miss(stream, missing);
    int unknown = selector.select(block, source.types(), draft -> buffer(stream, draft, source));
    miss(stream, unknown);
    if (block.header().end()) {
      end(stream, block.header());
    }
  }

  private void miss(DerivedStream stream, long events) {
    stream.drop(events);
    spool.count(Kind.MISSING, events);
  }

  private void buffer(DerivedStream stream, BlockDraft draft, Source source) {
    ByteBuffer block = stream.block(draft, source);
    if (makeRoom(block) && append(block, draft.events())) {
      stream.written(draft);
    } else {
      stream.drop(draft.events());
      spool.count(Kind.REFUSED, draft.events());
    }
  }

  /** On a full disk there may be room once what is delivered is deleted. */
  private boolean append(ByteBuffer block, int events) {
    if (spool.append(block, events)) {
      return true;
    }
    reclaim(true);
    return spool.append(block, events);
  }

  private boolean makeRoom(ByteBuffer block) {
    if (!spool.hasRoom(block)) {
      reclaim(true);
    }
    return spool.hasRoom(block);
  }

  /** Small enough to be taken in any case. */
  private void end(DerivedStream stream, BlockHeader origin) {
    if (!stream.hasSomething() || spool.append(stream.end(origin), 0)) {
      streams.remove(stream);
    }
  }

  /** Deletes what the consumer has. */
  synchronized void reclaim(boolean pressed) {
    if (unkept) {
      keepStreams();
    }
    if (spool.hasDone(pressed)) {
      keepStreams();
      deleteDone();
    }
  }

  /** Where it fails for want of room, it is done when something is deleted. */
  private void keepStreams() {
    try {
      streams.store();
      unkept = false;
    } catch (IOException e) {
      unkept = true;
    }
  }

  private void deleteDone() {
    try {
      spool.deleteDone();
    } catch (IOException e) {
      forwardFailure = Optional.of(e.toString());
    }
  }

  /** Makes a receiver the only one. */
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

  /** Has an action run whenever something may have come into the spool. */
  void watch(Runnable action) {
    watchers.add(action);
  }

  void unwatch(Runnable action) {
    watchers.remove(action);
  }

  /** Notes why forwarding failed, or that it did not. */
  void forwarded(Optional<String> failure) {
    forwardFailure = failure;
  }

  /** Whether nothing will ever be delivered any more. */
  boolean isFinished() {
    return cancelled || (!lease.isActive() && spool.waiting() == 0);
  }

  /** Ends the request for good, unlike {@link #close()}. */
  void cancel() throws IOException {
    cancelled = true;
    close();
  }

  RequestStatus status() {
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
    synchronized (this) {
      keepStreams();
    }
    spool.close();
    watchers.forEach(Runnable::run);
  }
}
