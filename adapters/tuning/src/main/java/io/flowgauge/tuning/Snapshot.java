package io.flowgauge.tuning;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.tuning.ObservedProcess.RegionRate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is known of a process at a moment; sums are over the time since it has been watched.
 *
 * @param nanos the moment, by the clock of {@link System#nanoTime}
 * @param load how its threads ran and waited
 * @param regions calls that ended and nanoseconds spent, by region
 */
record Snapshot(long nanos, Load load, Map<CodeRegion, Counts> regions) {
  private static final double NANOS = 1e9;
  private static final Counts NO_COUNTS = new Counts(0, 0);

  /** Sums over the time that a process was sampled. */
  record Load(double seconds, double ran, double waited, int threads) {
    static final Load NONE = new Load(0, 0, 0, 0);

    Load plus(Load more) {
      return new Load(seconds + more.seconds, ran + more.ran, waited + more.waited, more.threads);
    }
  }

  /** Calls that ended, and the time spent in them. */
  record Counts(long calls, double insideNanos) {}

  double secondsSince(Snapshot earlier) {
    return (nanos - earlier.nanos) / NANOS;
  }

  ObservedProcess since(Snapshot earlier, long pid) {
    double seconds = secondsSince(earlier);
    double sampled = Math.max(load.seconds - earlier.load.seconds, 1e-9);
    List<RegionRate> rates = new ArrayList<>();
    regions.forEach(
        (region, now) -> {
          Counts before = earlier.regions.getOrDefault(region, NO_COUNTS);
          rates.add(
              new RegionRate(
                  region,
                  (now.calls - before.calls) / seconds,
                  Math.max(0, now.insideNanos - before.insideNanos) / NANOS / seconds));
        });
    return new ObservedProcess(
        pid,
        load.threads,
        (load.ran - earlier.load.ran) / sampled,
        (load.waited - earlier.load.waited) / sampled,
        rates);
  }
}
