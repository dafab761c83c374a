package io.flowgauge.instrumentation;

import java.time.Duration;
import java.util.Objects;

/**
 * How the threads of a process ran and waited for processors. Immutable and thread-safe.
 *
 * @param processors number of processors of its machine
 * @param threads number of its threads
 * @param measured how long it was observed
 * @param ran how long its threads ran in that time, in total
 * @param waited how long they were ready to run but waited for a processor, in total
 */
public record ProcessLoad(
    int processors, int threads, Duration measured, Duration ran, Duration waited) {
  /**
   * Checks the parts.
   *
   * @param processors processors of its machine
   * @param threads how many threads it has
   * @param measured for how long
   * @param ran how long they ran
   * @param waited how long they waited
   * @throws IllegalArgumentException if there is no processor, or another part is negative
   */
  public ProcessLoad {
    Objects.requireNonNull(measured, "measured");
    boolean isNegative = measured.isNegative() || ran.isNegative() || waited.isNegative();
    if (processors < 1 || threads < 0 || isNegative) {
      throw new IllegalArgumentException(
          "a load must have processors and no negative parts, but has "
              + processors
              + " processors, "
              + threads
              + " threads, and times of "
              + measured
              + ", "
              + ran
              + " and "
              + waited);
    }
  }
}
