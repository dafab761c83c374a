package io.flowgauge.instrumentation.jvm.sensor;

/** The processor time of the calling thread. Its implementation carries no sensor. */
public interface CpuClock {
  /**
   * Processor time so far: nanoseconds; negative if this thread's is unknown, as a virtual
   * thread's.
   */
  long nanos();
}
