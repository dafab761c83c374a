package io.flowgauge.instrumentation.jvm.sensor;

/** Measures what a call with a sensor costs, in this process, on this machine. */
public final class Calibration {
  private static final int CALLS = 2000;

  /** The compiler counts as done once batches have not become faster for this time. */
  private static final long STEADY_NANOS = 60_000_000;

  /**
   * The same time for batches that take longer than those of compiled probes: the compiler may be
   * busy.
   */
  private static final long SLOW_STEADY_NANOS = 500_000_000;

  private static final long MOST_NANOS = 2_000_000_000;

  /** Compiled probes take less than this many pairs of readings of the system's clock. */
  private static final int PAIRS = 2;

  private Calibration() {}

  /**
   * Measures start and stop probe together, after compilation: repeats batches until they have not
   * become faster for a while, and takes the fastest. Takes about 80 ms, and 0.6 s if the compiler
   * is busy or there is none.
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
      // A small difference may be chance.
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
      // Sensors.enter does this first.
      if (Sensors.STACKS.get() != stack) {
        stack.push(0);
      }
      stack.exit(stack.depth);
    }
  }
}
