package io.flowgauge.cli.log;

/**
 * Durations in bounded memory: exact in count, extremes and mean, to one percent in quantiles. They
 * are counted in 64 steps for each doubling. (HdrHistogram would do, but is not a module.) Not
 * thread-safe.
 */
final class DurationSummary {
  private static final int STEP_BITS = 6;
  private static final int STEPS = 1 << STEP_BITS;
  private static final double NANO = 1e-9;

  private final long[] counts = new long[Long.SIZE * STEPS];
  private final NumberSummary seconds = new NumberSummary();

  /** Adds a duration of 0 nanoseconds or more. */
  void add(long nanos) {
    seconds.add(nanos * NANO);
    counts[step(nanos)]++;
  }

  private static int step(long nanos) {
    if (nanos < STEPS) {
      return (int) nanos;
    }
    int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - STEP_BITS;
    return (shift + 1) * STEPS + (int) ((nanos >>> shift) - STEPS);
  }

  /** Returns the middle of a step. */
  private static double nanos(int step) {
    if (step < STEPS) {
      return step;
    }
    int shift = step / STEPS - 1;
    return Math.scalb(STEPS + step % STEPS + 0.5, shift);
  }

  NumberSummary seconds() {
    return seconds;
  }

  /** Returns the seconds that a fraction of the durations does not exceed. */
  double quantile(double fraction) {
    long rank = Math.max(1, (long) Math.ceil(fraction * seconds.count()));
    int step = -1;
    for (long passed = 0; passed < rank; ) {
      passed += counts[++step];
    }
    return Math.max(seconds.min(), Math.min(seconds.max(), nanos(step) * NANO));
  }
}
