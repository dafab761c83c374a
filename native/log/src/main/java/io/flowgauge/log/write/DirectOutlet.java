package io.flowgauge.log.write;

import io.flowgauge.log.sink.LogDestination;
import java.util.concurrent.TimeUnit;

/** Writes directly from the lanes, on the drainer's thread. */
final class DirectOutlet extends Outlet {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private long failedNanos;

  DirectOutlet(LogDestination destination) {
    super(destination);
  }

  @Override
  boolean offer(Block block) {
    if (deliver(block)) {
      return true;
    }
    failedNanos = System.nanoTime();
    return false;
  }

  @Override
  boolean isReady() {
    return failure().isEmpty() || System.nanoTime() - failedNanos >= PAUSE_NANOS;
  }

  @Override
  boolean isIdle() {
    return true;
  }

  @Override
  long dropped() {
    return 0;
  }

  @Override
  boolean force() {
    return forceSink();
  }

  @Override
  void beginClose() {
    closeSink();
  }

  @Override
  boolean isClosed() {
    return true;
  }

  @Override
  void awaitClose(long nanos) {
    // It has closed when beginClose returned.
  }

  @Override
  void abort() {
    closeSink();
  }
}
