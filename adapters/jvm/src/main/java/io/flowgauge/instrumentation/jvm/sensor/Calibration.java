package io.flowgauge.instrumentation.jvm.sensor;

/** Measures what a call with a sensor costs, in this process, on this machine. */
public final class Calibration {
  private static final int BATCHES = 100;
  private static final int CALLS = 2000;

  private Calibration() {}

  /**
   * Start and stop probe together, after the compiler has seen them: the fastest of a hundred
   * batches. Takes some 20 ms.
   *
   * @return nanoseconds of processor time, above 0
   */
  public static double callNanos() {
    CallStack stack = new CallStack(SharedMemory.scratch(), 0, false);
    long least = Long.MAX_VALUE;
    for (int i = 0; i < BATCHES; i++) {
      long begin = System.nanoTime();
      batch(stack);
      least = Math.min(least, System.nanoTime() - begin);
    }
    return Math.max(1.0, (double) least / CALLS);
  }

  private static void batch(CallStack stack) {
    for (int i = 0; i < CALLS; i++) {
      // As Sensors.enter does before.
      if (Sensors.STACKS.get() != stack) {
        stack.push(0);
      }
      stack.exit(stack.depth);
    }
  }
}
