package io.flowgauge.instrumentation.jvm.sensor;

/** Measures what a call with a sensor costs, in this process, on this machine. */
public final class Calibration {
  private static final int CALLS = 2000;

  /** The compiler has done its part once batches have not become faster for this time. */
  private static final long STEADY_NANOS = 60_000_000;

  /** The same where batches take longer than compiled probes do: the compiler may have to wait. */
  private static final long SLOW_STEADY_NANOS = 500_000_000;

  private static final long MOST_NANOS = 2_000_000_000;

  /** Compiled probes take less than this many pairs of readings of the system's clock. */
  private static final int PAIRS = 2;

  private Calibration() {}

  /**
   * Start and stop probe together, after the compiler has seen them: the fastest batch of some that
   * go on until they have long not become faster. Takes some 80 ms, and 0.6 s where the compiler
   * has much else to do or there is none.
   *
   * @return nanoseconds of processor time, above 0
   */
  public static double callNanos() {
    CallStack stack = new CallStack(SharedMemory.scratch(1), 0, false);
    long least = Long.MAX_VALUE;
    long pairs = Long.MAX_VALUE;
    long begin = System.nanoTime();
    long faster = begin;
    long now = begin;
    while (now - faster < (least < PAIRS * pairs ? STEADY_NANOS : SLOW_STEADY_NANOS)
        && now - begin < MOST_NANOS) {
      readings();
      long between = System.nanoTime();
      pairs = least(pairs, between - now);
      batch(stack);
      now = System.nanoTime();
      long took = now - between;
      // Not by a little, which chance does.
      if (took < least - (least >> 3)) {
        faster = now;
      }
      least = least(least, took);
    }
    return least < CALLS ? 1.0 : (double) least / CALLS;
  }

  private static long least(long one, long other) {
    return one < other ? one : other;
  }

  private static void readings() {
    for (int i = 0; i < CALLS; i++) {
      System.nanoTime();
      System.nanoTime();
    }
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
