package io.flowgauge.instrumentation.shared;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.Metric;
import java.util.Arrays;

/** Sums of what was counted during the calls of one region. Not thread-safe. */
final class CounterSums {
  /** Number of the processor's counters, which take turns in its few registers. */
  private static final int HARDWARE = 4;

  private final CounterStates states;
  private final long[] values = new long[SharedLayout.COUNTERS];
  private final long[] calls = new long[SharedLayout.COUNTERS];
  private long enabled;
  private long running;

  CounterSums(CounterStates states) {
    this.states = states;
  }

  void add(SharedCounts counts) {
    for (int k = 0; k < values.length; k++) {
      values[k] = RegionSum.saturatedSum(values[k], counts.values[k]);
      calls[k] = RegionSum.saturatedSum(calls[k], counts.calls[k]);
    }
    enabled = RegionSum.saturatedSum(enabled, counts.enabled);
    running = RegionSum.saturatedSum(running, counts.running);
  }

  /** Returns the most calls that any of the counters was counted in. */
  long mostCalls() {
    return Arrays.stream(calls).max().orElse(0);
  }

  /** Returns the sum over the calls in which it was counted, or why it was counted in none. */
  Measured of(Metric counter, long allCalls) {
    int k = Metric.counters().indexOf(counter);
    if (calls[k] == 0) {
      return Measured.absent(states.failure(counter).orElseGet(() -> unmeasured(allCalls)));
    }
    if (k >= HARDWARE) {
      return RegionSum.ofCalls((double) values[k], calls[k], allCalls);
    }
    return running == 0
        ? Measured.absent("the processor's counters were in use by others during all calls")
        : RegionSum.ofCalls(values[k] * share(), calls[k], allCalls);
  }

  /** Returns the inverse of the share of the time in which the processor counted. */
  private double share() {
    return Math.max(1, (double) enabled / running);
  }

  private static String unmeasured(long allCalls) {
    return allCalls == 0
        ? "no call has ended yet"
        : "no call could be counted: calls are nested too deeply, or the program closed the counters";
  }
}
