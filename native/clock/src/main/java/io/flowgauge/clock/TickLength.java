package io.flowgauge.clock;

import java.util.concurrent.TimeUnit;

/** How long a tick of a counter takes, by the system's clock. Thread-safe. */
final class TickLength {
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double FRACTION = 1L << TickCounter.POINT;

  /** Binary digits that two measurements have in common. */
  private static final int CREDIBLE = 10;

  /** When the measurement that goes on began; null before the first. */
  private volatile Moment began;

  /** Nanoseconds of a tick times 2^{@link TickCounter#POINT}; 0 as long as it is not known. */
  private volatile long scale;

  /** As measured last, over a second or more. */
  long scale(TickCounter counter) {
    Moment since = began;
    if (since == null) {
      began = Moment.of(counter);
    } else if (System.nanoTime() - since.nanos >= EVERY_NANOS) {
      measure(counter, since);
    }
    return scale;
  }

  /** Ends the measurement that goes on. */
  void measure(TickCounter counter) {
    Moment since = began;
    if (since != null) {
      measure(counter, since);
    }
  }

  /** Two threads that come here at once measure the same. */
  private void measure(TickCounter counter, Moment since) {
    Moment now = Moment.of(counter);
    long ticks = now.ticks - since.ticks;
    long nanos = now.nanos - since.nanos;
    long measured = ticks > 0 ? (long) ((double) nanos / ticks * FRACTION) : 0;
    long known = scale;
    long tolerance = known >> CREDIBLE;
    boolean isCredible =
        known == 0 || (measured - known < tolerance && known - measured < tolerance);
    scale = isCredible ? measured : 0; // As after a sleep of the machine, or on another machine.
    began = now;
  }
}
