package io.flowgauge.activation;

import io.flowgauge.activation.collect.Spool;
import io.flowgauge.activation.collect.SpoolChunk;
import io.flowgauge.activation.collect.SpoolCounts.Kind;
import io.flowgauge.activation.collect.Subscriber;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Receives from a request in the same process. */
final class LocalReceiver implements EventReceiver, Subscriber {
  private static final int CHUNK = 1 << 18;

  private final ActiveRequest request;
  private final Spool spool;
  private long position;
  private volatile boolean superseded;
  private volatile boolean closed;

  LocalReceiver(ActiveRequest request, long position) {
    this.request = request;
    this.position = position;
    spool = request.spool();
    request.receiver().subscribe(this);
  }

  @Override
  public void supersede() {
    superseded = true;
  }

  @Override
  public Optional<EventDelivery> next(Duration timeout) throws IOException, InterruptedException {
    request.lease().renew();
    requireOpen();
    boolean more = spool.await(position, timeout.toNanos());
    requireOpen();
    if (!more || isFinished()) {
      return Optional.empty();
    }
    Optional<SpoolChunk> chunk = spool.read(position, CHUNK);
    chunk.ifPresent(c -> position = c.end());
    return chunk.map(this::delivery);
  }

  private void requireOpen() throws IOException {
    if (superseded) {
      throw new IOException("request " + request.request().id() + TAKEN_OVER);
    }
    if (closed || (spool.isClosed() && !isFinished())) {
      throw new IOException("request " + request.request().id() + ": its receiver is closed");
    }
  }

  private EventDelivery delivery(SpoolChunk chunk) {
    return new EventDelivery(
        chunk.position(), chunk.bytes(), spool.count(Kind.REFUSED), spool.count(Kind.MISSING));
  }

  @Override
  public void acknowledge(EventDelivery delivery) {
    spool.acknowledge(delivery.end());
    request.lease().renew();
  }

  @Override
  public boolean isFinished() {
    return request.isFinished();
  }

  @Override
  public Optional<String> failure() {
    return Optional.empty();
  }

  @Override
  public void close() {
    closed = true;
    request.receiver().unsubscribe(this);
  }
}
