package io.flowgauge.clock;

import java.util.concurrent.TimeUnit;

/**
 * Converts readings of the counter to times of the system's monotonic clock, with which the counter
 * is compared four times a second. It calls no method of the JDK except {@link System#nanoTime},
 * and throws only errors of the virtual machine, such as when there is no memory for a comparison.
 * Thread-safe; with one object per thread, threads share no memory.
 */
public final class TickTime {
  private static final long SPAN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int POINT = TickCounter.POINT;

  /** Number of bits of ticks that can be multiplied by any scale without overflow. */
  private static final int SHORT = 28;

  private final TickCounter counter;

  /** The latest comparison; other threads may still use the previous one for a while. */
  private Comparison last;

  /**
   * Converts readings of a counter.
   *
   * @param counter the counter
   */
  public TickTime(TickCounter counter) {
    this.counter = counter;
    this.last = new Comparison(0, 0, counter.scale(), 0);
  }

  /**
   * The readings of both clocks at one moment, and the number of ticks before and after it for
   * which they may be extrapolated.
   */
  private static final class Comparison {
    final long ticks;
    final long nanos;
    final long scale;
    final long span;

    Comparison(long ticks, long nanos, long scale, long span) {
      this.ticks = ticks;
      this.nanos = nanos;
      this.scale = scale;
      this.span = span;
    }
  }

  /**
   * Returns the monotonic time of a reading of the counter.
   *
   * @param ticks a recent reading
   * @return the value of {@link System#nanoTime} at that moment
   */
  public long nanos(long ticks) {
    Comparison at = last;
    long passed = ticks - at.ticks;
    return passed < at.span && passed > -at.span
        ? at.nanos + ((passed * at.scale) >> POINT)
        : compare();
  }

  /**
   * Compares the clocks and returns the current time. While the length of a tick is unknown, it is
   * read from the system clock.
   */
  private long compare() {
    long scale = counter.scale();
    if (scale == 0) {
      return System.nanoTime();
    }
    Moment now = Moment.of(counter);
    last = new Comparison(now.ticks, now.nanos, scale, (SPAN_NANOS << POINT) / scale);
    return now.nanos;
  }

  /**
   * Returns the duration between two readings, by the last known length of a tick.
   *
   * @param ticks the second reading less the first
   * @return nanoseconds; 0 if the second reading is before the first, which is possible after the
   *     machine was suspended
   */
  public long duration(long ticks) {
    long scale = last.scale;
    if (ticks >>> SHORT == 0) {
      return (ticks * scale) >>> POINT;
    }
    long high = ((ticks >> SHORT) * scale) >> (POINT - SHORT);
    long low = ((ticks & ((1L << SHORT) - 1)) * scale) >>> POINT;
    return ticks < 0 ? 0 : high + low;
  }
}
