package io.flowgauge.instrumentation.jvm.sensor;

/** The processor time of the calling thread. Its implementation carries no sensor. */
public interface CpuClock {
  /**
   * Returns the processor time so far in nanoseconds; negative if unknown, as for a virtual thread.
   */
  long nanos();
}
