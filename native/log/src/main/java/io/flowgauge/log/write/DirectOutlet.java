package io.flowgauge.log.write;

import io.flowgauge.log.sink.LogDestination;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Has the drainer itself write, straight from the lanes. */
final class DirectOutlet implements Outlet {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final Delivery delivery;
  private long failedNanos;

  DirectOutlet(LogDestination destination) {
    delivery = new Delivery(destination);
  }

  void open() throws IOException {
    delivery.open();
  }

  @Override
  public boolean offer(StreamEncoder stream, Run run) {
    if (delivery.deliver(stream, run)) {
      return true;
    }
    failedNanos = System.nanoTime();
    return false;
  }

  @Override
  public boolean isReady() {
    return failure().isEmpty() || System.nanoTime() - failedNanos >= PAUSE_NANOS;
  }

  @Override
  public boolean isIdle() {
    return true;
  }

  @Override
  public Optional<String> failure() {
    return delivery.failure();
  }

  @Override
  public long written() {
    return delivery.written();
  }

  @Override
  public long bytes() {
    return delivery.bytes();
  }

  @Override
  public long dropped() {
    return 0;
  }

  @Override
  public boolean force() {
    return delivery.force();
  }

  @Override
  public void beginClose() {
    delivery.close();
  }

  @Override
  public boolean isClosed() {
    return true;
  }

  @Override
  public void awaitClose(long nanos) {
    // It has closed when beginClose returned.
  }

  @Override
  public void abort() {
    delivery.close();
  }
}
