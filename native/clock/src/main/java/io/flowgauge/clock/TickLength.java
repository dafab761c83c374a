package io.flowgauge.clock;

import java.util.concurrent.TimeUnit;

/** Measures how long a tick of a counter takes on the system clock. Thread-safe. */
final class TickLength {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double FRACTION = 1L << TickCounter.POINT;

  /** Number of binary digits in which two successive measurements must agree. */
  private static final int CREDIBLE = 10;

  /** Start of the current measurement; null before the first. */
  private volatile Moment began;

  /** Nanoseconds per tick times 2^{@link TickCounter#POINT}; 0 while unknown. */
  private volatile long scale;

  /** Returns the scale; measures it again if the last measurement began a second ago or earlier. */
  long scale(TickCounter counter) {
    Moment since = began;
    if (since == null) {
      began = Moment.of(counter);
    } else if (System.nanoTime() - since.nanos >= EVERY_NANOS) {
      measure(counter, since);
    }
    return scale;
  }

  /** Ends the current measurement and starts another. */
  void measure(TickCounter counter) {
    Moment since = began;
    if (since != null) {
      measure(counter, since);
    }
  }

  /** Racing threads compute practically the same result. */
  private void measure(TickCounter counter, Moment since) {
    Moment now = Moment.of(counter);
    long ticks = now.ticks - since.ticks;
    long nanos = now.nanos - since.nanos;
    long measured = ticks > 0 ? (long) ((double) nanos / ticks * FRACTION) : 0;
    long known = scale;
    long tolerance = known >> CREDIBLE;
    boolean isCredible =
        known == 0 || (measured - known < tolerance && known - measured < tolerance);
    scale = isCredible ? measured : 0; // Implausible after the machine was suspended, or the
    // process moved to another machine.
    began = now;
  }
}
