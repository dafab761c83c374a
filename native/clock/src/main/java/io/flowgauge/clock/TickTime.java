package io.flowgauge.clock;

import java.util.concurrent.TimeUnit;

/**
 * Times by the counter: nanoseconds of the system's monotonic clock, with which the counter is
 * compared four times a second. Calls nothing of the JDK but {@link System#nanoTime}, and throws
 * nothing but errors of the virtual machine, as when there is no memory for a comparison.
 * Thread-safe; with one object per thread, threads share no memory.
 */
public final class TickTime {
  private static final long SPAN_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int POINT = TickCounter.POINT;

  /** Ticks that can be multiplied with any scale. */
  private static final int SHORT = 28;

  private final TickCounter counter;

  /** The latest comparison; a thread may use the one before for a while. */
  private Comparison last;

  /**
   * Times by a counter.
   *
   * @param counter the counter
   */
  public TickTime(TickCounter counter) {
    this.counter = counter;
    this.last = new Comparison(0, 0, counter.scale(), 0);
  }

  /** What both clocks showed at a moment, and for how many ticks before and after that holds. */
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
   * The monotonic time at a reading of the counter.
   *
   * @param ticks what the counter showed, not long ago
   * @return what {@link System#nanoTime} showed at that moment
   */
  public long nanos(long ticks) {
    Comparison at = last;
    long passed = ticks - at.ticks;
    return passed < at.span && passed > -at.span
        ? at.nanos + ((passed * at.scale) >> POINT)
        : compare();
  }

  /** Until it is known how long a tick is, each time is the clock's. */
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
   * A duration between two readings, by the last known length of a tick.
   *
   * @param ticks how many ticks later the second one is
   * @return nanoseconds; 0 if the second is before the first, as it can be after a sleep of the
   *     machine
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
