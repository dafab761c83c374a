package io.flowgauge.activation.collect;

import io.flowgauge.activation.EventDelivery;
import io.flowgauge.activation.EventSubscription;
import io.flowgauge.activation.EventTarget;
import io.flowgauge.activation.collect.SpoolCounts.Kind;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Sends stored events to a target. Pauses while a window or more is unacknowledged. Sends less than
 * a chunk at most twenty times a second, because a message costs as much as thousands of events.
 * Thread-safe.
 */
public final class EventPump implements Subscriber, EventSubscription {
  /** Number of unacknowledged bytes at which sending pauses. */
  public static final int WINDOW = 1 << 22;

  /** Most bytes sent at a time, unless a single block is larger. */
  public static final int CHUNK = 1 << 19;

  private static final long PAUSE_NANOS = 50_000_000;

  private final String name;
  private final StoredEvents events;
  private final EventTarget target;
  private final ScheduledExecutorService executor;
  private final AtomicBoolean scheduled = new AtomicBoolean();
  private volatile boolean superseded;
  private long sent;
  private long acknowledged;
  private long sentNanos = System.nanoTime() - PAUSE_NANOS;
  private boolean waits;
  private boolean over;

  private EventPump(
      String name,
      StoredEvents events,
      long from,
      EventTarget target,
      ScheduledExecutorService executor) {
    this.name = name;
    this.events = events;
    this.target = target;
    this.executor = executor;
    sent = from;
    acknowledged = from;
  }

  /**
   * Starts to send.
   *
   * @param name of the request
   * @param from position of the first block
   * @param executor calls the target
   */
  public static EventPump start(
      String name,
      StoredEvents events,
      long from,
      EventTarget target,
      ScheduledExecutorService executor) {
    EventPump pump = new EventPump(name, events, from, target, executor);
    events.receiver().subscribe(pump);
    events.renew();
    pump.wake();
    return pump;
  }

  @Override
  public void wake() {
    if (scheduled.compareAndSet(false, true)) {
      try {
        executor.execute(this::pump);
      } catch (RejectedExecutionException e) {
        // The service has closed.
      }
    }
  }

  private synchronized void pump() {
    scheduled.set(false);
    try {
      while (!over && !superseded && sent - acknowledged < WINDOW && sendNext()) {
        // Until nothing is left or it has to pause.
      }
      if (!over) {
        endIfDone();
      }
    } catch (IOException e) {
      fail(e);
    } catch (RuntimeException | Error e) {
      if (over) {
        throw e;
      }
      // Continuing after the delivery at which the target threw would lose that delivery silently.
      fail(new IOException("request " + name + " has ended, because its receiver threw " + e, e));
    }
  }

  private boolean sendNext() throws IOException {
    Spool spool = events.spool();
    long ready = spool.isClosed() ? 0 : spool.end() - sent;
    if (ready <= 0 || (ready < CHUNK && hasToWait())) {
      return false;
    }
    Optional<SpoolChunk> chunk = events.read(sent, CHUNK);
    if (chunk.isEmpty()) {
      return false;
    }
    sent = chunk.get().end();
    sentNanos = System.nanoTime();
    target.take(
        new EventDelivery(
            chunk.get().position(),
            chunk.get().bytes(),
            spool.count(Kind.REFUSED),
            spool.count(Kind.MISSING)));
    return true;
  }

  private boolean hasToWait() {
    long left = sentNanos + PAUSE_NANOS - System.nanoTime();
    if (left > 0 && !waits) {
      waits = true;
      try {
        ScheduledFuture<?> unused = executor.schedule(this::endWait, left, TimeUnit.NANOSECONDS);
      } catch (RejectedExecutionException e) {
        // The service has closed.
      }
    }
    return left > 0;
  }

  private void endWait() {
    synchronized (this) {
      waits = false;
    }
    pump();
  }

  private void endIfDone() {
    if (superseded) {
      fail(new IOException("request " + name + TAKEN_OVER));
    } else if (events.isFinished()) {
      stop();
      target.ended();
    } else if (sent >= events.spool().end()) {
      events.broken().ifPresent(this::fail);
    }
  }

  private void fail(IOException cause) {
    stop();
    target.failed(cause);
  }

  private void stop() {
    over = true;
    events.receiver().unsubscribe(this);
  }

  @Override
  public synchronized void acknowledge(long position) {
    if (position < 0 || position > sent) {
      throw new IllegalArgumentException(
          "position must be from 0 to " + sent + ", was " + position);
    }
    if (!over) {
      acknowledged = Math.max(acknowledged, position);
      events.spool().acknowledge(position);
      wake();
    }
  }

  @Override
  public void supersede() {
    superseded = true;
    wake();
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public synchronized void close() {
    stop();
  }
}
