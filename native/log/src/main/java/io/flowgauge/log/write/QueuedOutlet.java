package io.flowgauge.log.write;

import io.flowgauge.log.sink.LogDestination;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Has a thread of its own write copies of the runs, so that a destination may take its time, and
 * may be away for a while. It takes no more than some MiB.
 */
final class QueuedOutlet implements Outlet, Runnable {
  private static final long MAX_BYTES = 8L << 20;

  /** What a run takes beside its events. */
  private static final long ITEM_BYTES = 512;

  private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private record Item(StreamEncoder stream, Run run) {
    boolean isLast() {
      return stream == null;
    }

    long bytes() {
      return ITEM_BYTES + run.bytes();
    }
  }

  /** Wakes the thread when there is nothing more to come. */
  private static final Item LAST = new Item(null, null);

  private final Delivery delivery;
  private final BlockingQueue<Item> queue = new LinkedBlockingQueue<>();
  private final AtomicLong queuedBytes = new AtomicLong();

  /** Events that were taken and are not there. */
  private final AtomicLong pending = new AtomicLong();

  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  /** Whether what is not there will not get there any more. */
  private volatile boolean gaveUp;

  QueuedOutlet(LogDestination destination, String name) {
    delivery = new Delivery(destination);
    thread = new Thread(this, name);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** The end of a stream is short, and taken where events are not. */
  @Override
  public boolean offer(StreamEncoder stream, Run run) {
    if (queuedBytes.get() >= (run.isEnd() ? 2 * MAX_BYTES : MAX_BYTES)) {
      return false;
    }
    Item item = new Item(stream, run.copy());
    queuedBytes.addAndGet(item.bytes());
    pending.addAndGet(run.events());
    queue.add(item);
    return true;
  }

  @Override
  public boolean isReady() {
    return queuedBytes.get() < MAX_BYTES;
  }

  @Override
  public boolean isIdle() {
    return queuedBytes.get() == 0;
  }

  @Override
  public void run() {
    try {
      for (Item item = queue.take(); !item.isLast() && deliver(item); item = queue.take()) {
        pending.addAndGet(-item.run().events());
        queuedBytes.addAndGet(-item.bytes());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // By abort.
    } finally {
      gaveUp = true;
      queue.clear();
      delivery.close();
    }
  }

  /** Tries until it is there, or until the end. */
  private boolean deliver(Item item) throws InterruptedException {
    long pause = MIN_PAUSE_NANOS;
    boolean last = closing.getCount() == 0;
    while (!delivery.deliver(item.stream(), item.run())) {
      if (last) {
        return false;
      }
      last = closing.await(pause, TimeUnit.NANOSECONDS);
      pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
    }
    return true;
  }

  /** Nothing that is queued goes to a disk of ours. */
  @Override
  public boolean force() {
    return true;
  }

  @Override
  public void beginClose() {
    queue.add(LAST);
    closing.countDown();
  }

  @Override
  public boolean isClosed() {
    return !thread.isAlive();
  }

  @Override
  public void awaitClose(long nanos) throws InterruptedException {
    TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
  }

  @Override
  public void abort() {
    gaveUp = true;
    thread.interrupt();
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
    return gaveUp ? pending.get() : 0;
  }
}
