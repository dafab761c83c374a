package io.flowgauge.instrumentation.jvm.sensor;

/** What calls are timed by. Its implementation carries no sensor, and never throws. */
public interface CallClock {
  /** A reading: nanoseconds, or whatever the clock counts. */
  long read();

  /** What {@link System#nanoTime} showed at a reading that was taken a moment ago. */
  long nanos(long reading);

  /**
   * Nanoseconds from a reading to another that is higher by this, at least 0; that much also
   * between two in the same step of the clock.
   */
  long duration(long difference);
}
