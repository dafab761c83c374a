package io.flowgauge.log.write;

import java.util.concurrent.TimeUnit;

/**
 * Times of one lane by the counter: nanoseconds of the system's monotonic clock, with which the
 * counter is compared four times a second. Used by who has the lane.
 */
final class TickTime {
  private static final long SPAN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int POINT = 32;

  private long start;
  private long span;
  private long base;
  private long scale;

  /** What the monotonic clock shows when the counter is at this. */
  long nanos(long ticks) {
    long passed = ticks - start;
    return passed >= 0 && passed < span ? base + ((passed * scale) >> POINT) : compare();
  }

  /** Until it is known how long a tick is, each time is the clock's. */
  private long compare() {
    scale = TickCounter.scale();
    if (scale == 0) {
      return System.nanoTime();
    }
    TickCounter.Moment now = TickCounter.Moment.now();
    start = now.ticks();
    base = now.nanos();
    span = (SPAN_NANOS << POINT) / scale;
    return base;
  }
}
