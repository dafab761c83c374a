package io.flowgauge.log.format;

import io.flowgauge.trace.Times;
import java.time.Instant;

/**
 * The two clocks at one moment, by which monotonic times become wall-clock times.
 *
 * @param wallNanos nanoseconds since 1970-01-01T00:00:00Z
 * @param monotonicNanos nanoseconds since any moment
 */
public record ClockAnchor(long wallNanos, long monotonicNanos) {
  private static final int TRIES = 5;

  /**
   * Both clocks now: of several tries the one that took least, so that they belong together.
   *
   * @return an anchor
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

  /**
   * Wall-clock nanoseconds of a monotonic time.
   *
   * @param monotonic a time of the monotonic clock
   * @return nanoseconds since 1970-01-01T00:00:00Z
   */
  public long wallNanos(long monotonic) {
    return wallNanos + (monotonic - monotonicNanos);
  }

  /**
   * How far the wall clock of another anchor is from what this one foretells, in nanoseconds.
   *
   * @param other a later anchor
   * @return the difference; more than 0 if the wall clock went faster than the monotonic one
   */
  public long drift(ClockAnchor other) {
    return other.wallNanos - wallNanos(other.monotonicNanos);
  }
}
