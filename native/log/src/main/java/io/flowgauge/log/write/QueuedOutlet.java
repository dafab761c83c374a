package io.flowgauge.log.write;

import io.flowgauge.log.sink.LogDestination;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Queues copies of blocks for a separate thread, so that a destination can be slow, or unavailable
 * for a while. Holds a few MiB at most. After a reconnect, unconfirmed blocks are sent again,
 * because data in transit was lost.
 */
final class QueuedOutlet extends Outlet implements Runnable {
  private static final long MAX_BYTES = 8L << 20;

  /** Memory a block needs in addition to its events. */
  private static final long BLOCK_BYTES = 512;

  private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Most bytes kept for a receiver that confirms nothing; more than socket buffers hold. */
  private static final long MAX_UNCONFIRMED = 1L << 20;

  /** Most bytes kept for a receiver that sends confirmations, even late ones. */
  private static final long MAX_CONFIRMED_LATE = 1L << 22;

  /** How long closing waits for the receiver to confirm the rest. */
  private static final long CONFIRM_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * How long closing waits for a receiver that has not confirmed anything yet, and may never do so.
   */
  private static final long FIRST_WORD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A sent block, and the number of bytes sent over this connection up to its end. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Sent(byte[] bytes, long end) {}

  /** Signals the thread that no block follows; it has no run. */
  private static final Block LAST = new Block(null, null, null, 0);

  private final BlockingQueue<Block> queue = new LinkedBlockingQueue<>();
  private final AtomicLong queuedBytes = new AtomicLong();

  /** Number of events taken that have not been written. */
  private final AtomicLong pending = new AtomicLong();

  /** Sent blocks that the receiver may not have stored permanently; used by the thread alone. */
  private final Deque<Sent> unconfirmed = new ArrayDeque<>();

  private long unconfirmedBytes;

  /** Whether the receiver has ever confirmed anything. */
  private boolean confirms;

  private final CountDownLatch closing = new CountDownLatch(1);
  private final LogThread thread;

  /** Whether pending events will never arrive. */
  private volatile boolean gaveUp;

  QueuedOutlet(LogDestination destination, String name) {
    super(destination);
    thread = new LogThread(this, name);
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
    queue.add(block.copy()); // Copied first, because there may be no memory for it.
    queuedBytes.addAndGet(size(block));
    pending.addAndGet(block.run().events());
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
      for (Block next = awaitNext();
          next.run() != null && deliverWithRetries(next);
          next = awaitNext()) {
        pending.addAndGet(-next.run().events());
        queuedBytes.addAndGet(-size(next));
      }
      awaitConfirmation();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // By abort.
    } finally {
      gaveUp = true;
      queue.clear();
      closeSink();
    }
  }

  /** Waits for the next block; in the meantime, makes sure that sent blocks arrive. */
  private Block awaitNext() throws InterruptedException {
    Block next = queue.poll();
    for (long pause = MIN_PAUSE_NANOS; next == null; pause = longer(pause)) {
      next = isConfirmed() ? queue.take() : queue.poll(pause, TimeUnit.NANOSECONDS);
    }
    return next;
  }

  private static long longer(long pause) {
    return Math.min(2 * pause, MAX_PAUSE_NANOS);
  }

  /**
   * Whether the receiver has stored everything permanently; reopens a closed connection, which
   * sends unconfirmed blocks again.
   */
  private boolean isConfirmed() {
    forgetConfirmed();
    if (!unconfirmed.isEmpty() && !isOpen()) {
      tryOpen();
    }
    return unconfirmed.isEmpty();
  }

  private void forgetConfirmed() {
    long confirmed = confirmed();
    confirms |= confirmed >= 0;
    while (!unconfirmed.isEmpty() && isOpen() && unconfirmed.getFirst().end() <= confirmed) {
      forgetFirst();
      if (unconfirmed.isEmpty()) {
        clearFailure();
      }
    }
  }

  private void forgetFirst() {
    unconfirmedBytes -= unconfirmed.removeFirst().bytes().length;
  }

  private void awaitConfirmation() throws InterruptedException {
    long began = System.nanoTime();
    while (!isConfirmed()
        && System.nanoTime() - began < (confirms ? CONFIRM_NANOS : FIRST_WORD_NANOS)) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  @Override
  boolean keepsCopies() {
    return true;
  }

  @Override
  void afterWrite(byte[] copy) {
    unconfirmed.add(new Sent(copy, sinkBytes()));
    unconfirmedBytes += copy.length;
    if (unconfirmedBytes > MAX_UNCONFIRMED / 2) {
      forgetConfirmed();
    }
    long most = confirms ? MAX_CONFIRMED_LATE : MAX_UNCONFIRMED;
    while (unconfirmedBytes > most && unconfirmed.size() > 1) {
      forgetFirst();
    }
  }

  @Override
  void afterOpen() throws IOException {
    List<Sent> repeated = new ArrayList<>();
    for (Sent each : unconfirmed) {
      repeated.add(new Sent(each.bytes(), resend(each.bytes())));
    }
    unconfirmed.clear();
    unconfirmed.addAll(repeated);
  }

  /** Tries until the block arrives or the outlet closes. */
  private boolean deliverWithRetries(Block block) throws InterruptedException {
    long pause = MIN_PAUSE_NANOS;
    boolean last = closing.getCount() == 0;
    while (!deliver(block)) {
      if (last) {
        return false;
      }
      last = closing.await(pause, TimeUnit.NANOSECONDS);
      pause = longer(pause);
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
    thread.abort();
  }

  @Override
  long dropped() {
    return gaveUp ? pending.get() : 0;
  }
}
