package io.flowgauge.testsupport;

import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Measures processor time, for tests that must distinguish a quadratic step from a linear one on a
 * busy machine.
 */
public final class ProcessorTime {
  private ProcessorTime() {}

  /**
   * Processor time of this thread so far.
   *
   * @return the time
   */
  public static Duration ofThisThread() {
    return Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
  }

  /**
   * Processor time that some work takes in this thread.
   *
   * @param work the work
   * @return the time
   */
  public static Duration of(Runnable work) {
    Duration before = ofThisThread();
    work.run();
    return ofThisThread().minus(before);
  }
}
