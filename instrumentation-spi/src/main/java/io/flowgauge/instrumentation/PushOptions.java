package io.flowgauge.instrumentation;

import java.time.Duration;
import java.util.Objects;

/**
 * When push mode sends ([Truong] Fig. 3). The flush buffer holds the regions updated last. It is
 * sent when it is full or, unless empty, when an interval has passed since it was last sent.
 * Immutable and thread-safe.
 *
 * @param regions size of the flush buffer in regions, 1 or more
 * @param interval longest time an update waits
 */
public record PushOptions(int regions, Duration interval) {
  /**
   * Checks the parts.
   *
   * @param regions size of the flush buffer
   * @param interval longest time
   * @throws IllegalArgumentException if the size is below 1, or the time is not positive
   */
  public PushOptions {
    Objects.requireNonNull(interval, "interval");
    if (regions < 1) {
      throw new IllegalArgumentException("regions must be 1 or more, but is " + regions);
    }
    if (interval.isNegative() || interval.isZero()) {
      throw new IllegalArgumentException("interval must be positive, but is " + interval);
    }
  }
}
