package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.jvm.sensor.CpuClock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The virtual machine's clock of processor time; a virtual thread has none. Thread-safe. */
final class ThreadCpu implements CpuClock {
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  @Override
  public long nanos() {
    try {
      return threads.getCurrentThreadCpuTime();
    } catch (UnsupportedOperationException e) {
      return -1;
    }
  }
}
