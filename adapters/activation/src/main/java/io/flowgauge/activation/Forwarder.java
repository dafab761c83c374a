package io.flowgauge.activation;

import io.flowgauge.activation.collect.Spool;
import io.flowgauge.activation.collect.SpoolChunk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The thread that appends the events of one request to a file; on failure it retries, at growing
 * intervals.
 */
final class Forwarder implements Closeable {
  private static final int CHUNK = 1 << 18;
  private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final long PATIENCE_MILLIS = 5_000;
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LAST_PAUSE_MILLIS = 10_000;

  private final ActiveRequest request;
  private final Path path;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;
  private volatile FileOutlet outlet;
  private long pauseMillis = FIRST_PAUSE_MILLIS;

  Forwarder(ActiveRequest request, Path path) {
    this.request = request;
    this.path = path;
    thread = new Thread(this::run, "flowgauge-activation " + request.request().id());
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (isWanted()) {
        attempt();
      }
    } catch (InterruptedException e) {
      return; // Closed.
    }
  }

  private boolean isWanted() {
    return stopped.getCount() > 0 && !request.spool().isClosed();
  }

  private void attempt() throws InterruptedException {
    try (FileOutlet opened = new FileOutlet(path, request.spool())) {
      outlet = opened;
      forwardAll(opened);
    } catch (IOException | RuntimeException | Error e) { // It must go on after a lack of memory.
      if (isWanted()) {
        request.recordForwarding(Optional.of(e.toString()));
        stopped.await(pauseMillis, TimeUnit.MILLISECONDS);
        pauseMillis = Math.min(2 * pauseMillis, LAST_PAUSE_MILLIS);
      }
    }
  }

  private void forwardAll(FileOutlet to) throws IOException, InterruptedException {
    Spool spool = request.spool();
    while (isWanted()) {
      if (spool.await(to.position(), WAIT_NANOS) && isWanted()) {
        Optional<SpoolChunk> chunk = spool.read(to.position(), CHUNK);
        if (chunk.isPresent()) {
          to.forward(chunk.get());
          pauseMillis = FIRST_PAUSE_MILLIS;
          request.recordForwarding(Optional.empty());
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    stopped.countDown();
    FileOutlet last = outlet;
    if (last != null) {
      last.close(); // Interrupts a write that would never end.
    }
    try {
      thread.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
