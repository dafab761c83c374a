package io.flowgauge.log.write;

import io.flowgauge.log.sink.LogDestination;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Queues copies of blocks for a thread of its own, so that a destination can be slow, or down for a
 * while. Holds a few MiB at most.
 */
final class QueuedOutlet extends Outlet implements Runnable {
  private static final long MAX_BYTES = 8L << 20;

  /** Memory a block needs beside its events. */
  private static final long BLOCK_BYTES = 512;

  private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Tells the thread that no block follows; it has no run. */
  private static final Block LAST = new Block(null, null, null, 0);

  private final BlockingQueue<Block> queue = new LinkedBlockingQueue<>();
  private final AtomicLong queuedBytes = new AtomicLong();

  /** Events taken that have not arrived. */
  private final AtomicLong pending = new AtomicLong();

  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  /** Whether pending events will never arrive. */
  private volatile boolean gaveUp;

  QueuedOutlet(LogDestination destination, String name) {
    super(destination);
    thread = new Thread(this, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Takes the end of a stream, which is short, even if there is no room for events. */
  @Override
  boolean offer(Block block) {
    if (queuedBytes.get() >= (block.run().isEnd() ? 2 * MAX_BYTES : MAX_BYTES)) {
      return false;
    }
    queuedBytes.addAndGet(size(block));
    pending.addAndGet(block.run().events());
    queue.add(block.copy());
    return true;
  }

  private static long size(Block block) {
    return BLOCK_BYTES + block.run().bytes();
  }

  @Override
  boolean isReady() {
    return queuedBytes.get() < MAX_BYTES;
  }

  @Override
  boolean isIdle() {
    return queuedBytes.get() == 0;
  }

  @Override
  public void run() {
    try {
      for (Block next = queue.take(); next.run() != null && bring(next); next = queue.take()) {
        pending.addAndGet(-next.run().events());
        queuedBytes.addAndGet(-size(next));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // By abort.
    } finally {
      gaveUp = true;
      queue.clear();
      closeSink();
    }
  }

  /** Tries until the block arrives or the outlet closes. */
  private boolean bring(Block block) throws InterruptedException {
    long pause = MIN_PAUSE_NANOS;
    boolean last = closing.getCount() == 0;
    while (!deliver(block)) {
      if (last) {
        return false;
      }
      last = closing.await(pause, TimeUnit.NANOSECONDS);
      pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
    }
    return true;
  }

  /** Does nothing: queued destinations do not write to a local disk. */
  @Override
  boolean force() {
    return true;
  }

  @Override
  void beginClose() {
    queue.add(LAST);
    closing.countDown();
  }

  @Override
  boolean isClosed() {
    return !thread.isAlive();
  }

  @Override
  void awaitClose(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
  }

  @Override
  void abort() {
    gaveUp = true;
    thread.interrupt();
  }

  @Override
  long dropped() {
    return gaveUp ? pending.get() : 0;
  }
}
