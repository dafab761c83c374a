package io.flowgauge.log.format;

import io.flowgauge.trace.Times;
import java.time.Instant;

/**
 * The wall clock and the monotonic clock at one moment, which relate monotonic times to wall-clock
 * times.
 *
 * @param wallNanos nanoseconds since 1970-01-01T00:00:00Z
 * @param monotonicNanos nanoseconds from an arbitrary origin
 */
public record ClockAnchor(long wallNanos, long monotonicNanos) {
  private static final int TRIES = 5;

  /**
   * Reads both clocks now. Takes the fastest of several tries, so that the two readings belong
   * together.
   */
  public static ClockAnchor now() {
    ClockAnchor best = null;
    long shortest = Long.MAX_VALUE;
    for (int k = 0; k < TRIES; k++) {
      long before = System.nanoTime();
      long wall = Times.epochNanos(Instant.now());
      long took = System.nanoTime() - before;
      if (took < shortest) {
        shortest = took;
        best = new ClockAnchor(wall, before + took / 2);
      }
    }
    return best;
  }

  /** Converts a monotonic time to nanoseconds since 1970-01-01T00:00:00Z. */
  public long wallNanos(long monotonic) {
    return wallNanos + (monotonic - monotonicNanos);
  }

  /**
   * Returns how far the wall clock of another anchor is from the time that this anchor predicts for
   * it, in nanoseconds.
   *
   * @return the difference; positive if the wall clock ran faster than the monotonic one
   */
  public long drift(ClockAnchor other) {
    return other.wallNanos - wallNanos(other.monotonicNanos);
  }
}
