package io.flowgauge.instrumentation.jvm.sensor;

/** The clock that times calls. Its implementation carries no sensor, and never throws. */
public interface CallClock {
  /** Returns a reading: nanoseconds, or whatever the clock counts. */
  long read();

  /** Returns what {@link System#nanoTime} showed at a reading that was taken a moment ago. */
  long nanos(long reading);

  /**
   * Converts the difference of two readings to nanoseconds, 0 or more; 0 also for two in the same
   * step of the clock.
   */
  long duration(long difference);
}
