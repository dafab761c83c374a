package io.flowgauge.activation.collect;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The lease of a request. When it ends, no more events are collected; what is buffered is kept for
 * as long again. Thread-safe.
 */
public final class Lease {
  private final long lengthNanos;
  private final LongSupplier clock;
  private long renewed;
  private boolean active;

  /** Begins. */
  public Lease(Duration length, boolean active, LongSupplier clock) {
    lengthNanos = length.toNanos();
    this.clock = clock;
    this.active = active;
    renewed = clock.getAsLong();
  }

  /** Starts over; does not change whether events are collected. */
  public synchronized void renew() {
    renewed = clock.getAsLong();
  }

  /** Whether events are collected. */
  public synchronized boolean isActive() {
    return active;
  }

  /** Time until it ends, or until what is buffered is deleted. */
  public synchronized Duration left() {
    return Duration.ofNanos(Math.max(0, lengthNanos - (clock.getAsLong() - renewed)));
  }

  /** Whether no time is left. */
  public boolean isOver() {
    return left().isZero();
  }

  /** Begins to collect events again. */
  public synchronized void begin() {
    active = true;
    renew();
  }

  /** Ends the collecting of events. */
  public synchronized void end() {
    active = false;
    renew();
  }
}
