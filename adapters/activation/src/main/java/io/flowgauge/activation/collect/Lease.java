package io.flowgauge.activation.collect;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The lease of a request. When it ends, events are no longer collected; those in the buffer are
 * kept for the same time again. Thread-safe.
 */
public final class Lease {
  private final long lengthNanos;
  private final LongSupplier clock;
  private long renewed;
  private boolean active;

  /** Starts the lease now. */
  public Lease(Duration length, boolean active, LongSupplier clock) {
    lengthNanos = length.toNanos();
    this.clock = clock;
    this.active = active;
    renewed = clock.getAsLong();
  }

  /** Restarts the time; does not change whether events are collected. */
  public synchronized void renew() {
    renewed = clock.getAsLong();
  }

  /** Whether events are collected. */
  public synchronized boolean isActive() {
    return active;
  }

  /** Returns the time until the lease ends or, if it has ended, until the buffer is deleted. */
  public synchronized Duration timeLeft() {
    return Duration.ofNanos(Math.max(0, lengthNanos - (clock.getAsLong() - renewed)));
  }

  /** Whether no time is left. */
  public boolean isOver() {
    return timeLeft().isZero();
  }

  /** Starts to collect events again. */
  public synchronized void begin() {
    active = true;
    renew();
  }

  /** Stops collecting events, and starts the time until the buffer is deleted. */
  public synchronized void end() {
    active = false;
    renew();
  }
}
