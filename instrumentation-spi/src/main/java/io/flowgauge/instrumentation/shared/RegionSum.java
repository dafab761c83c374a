package io.flowgauge.instrumentation.shared;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.RegionProfile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The sum of the records of one region. Sums stay at the largest number instead of wrapping around.
 * Not thread-safe.
 */
final class RegionSum {
  private final SharedSensor sensor;
  private final SharedClock clock;
  private final CounterSums counters;
  private final long[] histogram = new long[SharedLayout.BUCKETS];

  /**
   * When the earliest open call began, by thread: a region open in a thread under two callers
   * counts as open once.
   */
  private final Map<Integer, Long> open = new HashMap<>();

  private long calls;
  private long total;
  private long inside;
  private long min = Long.MAX_VALUE;
  private long max;
  private long cpuNanos;
  private long cpuCount;
  private long nestedCalls;
  private long nested;

  RegionSum(SharedSensor sensor, SharedClock clock, CounterStates states) {
    this.sensor = sensor;
    this.clock = clock;
    counters = new CounterSums(states);
  }

  static long saturatedSum(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  void add(SharedRecord record) {
    calls = saturatedSum(calls, record.count);
    total = saturatedSum(total, record.total);
    inside = saturatedSum(inside, record.inside);
    cpuNanos = saturatedSum(cpuNanos, record.cpuNanos);
    cpuCount = saturatedSum(cpuCount, record.cpuCount);
    nestedCalls = saturatedSum(nestedCalls, record.nestedCount);
    nested = saturatedSum(nested, record.nested);
    counters.add(record.counts);
    if (record.count > 0) {
      min = record.min >= 0 ? Math.min(min, record.min) : min;
      max = Math.max(max, record.max);
    }
    for (int k = 0; k < histogram.length; k++) {
      histogram[k] = saturatedSum(histogram[k], record.histogram[k]);
    }
    if (record.isOpen()) {
      open.merge(record.thread, record.openSince, Math::min);
    }
  }

  RegionProfile profile(boolean overLimit, long now) {
    RegionProfile.Builder profile = RegionProfile.builder(sensor.region()).calls(calls);
    profile.nested(calls - outermost(), 0);
    if (sensor.metrics().contains(Metric.WALL_TIME)) {
      profile.wall(durations(), clock.nanos(Math.max(total - inside, 0)));
      profile.nested(calls - outermost(), clock.nanos(Math.min(nested, total)));
    }
    if (sensor.metrics().contains(Metric.CPU_TIME)) {
      profile.cpu(cpu());
    }
    sensor
        .counters()
        .forEach(
            counter ->
                profile.counter(
                    counter,
                    sensor.whyUncounted().map(Measured::absent).orElseGet(() -> counted(counter))));
    return profile
        .open(open.size(), longestOpen(now))
        .cost(cost())
        .installed(sensor.installed() && !overLimit)
        .overLimit(overLimit)
        .build();
  }

  /** Returns the number of calls that are not within another call of the region. */
  private long outermost() {
    return Math.max(calls - nestedCalls, 0);
  }

  /**
   * Estimates the cost of all calls. Processor time and counters are read only in some of the short
   * calls, and only those cost more.
   */
  private double cost() {
    long read = Math.max(cpuCount, counters.mostCalls());
    return calls * sensor.costNanos() + Math.min(read, calls) * sensor.readingNanos();
  }

  private double longestOpen(long now) {
    return open.values().stream().mapToDouble(since -> clock.between(since, now)).max().orElse(0);
  }

  private CallDurations durations() {
    if (calls == 0) {
      return CallDurations.NONE;
    }
    return new CallDurations(
        calls,
        clock.nanos(total),
        OptionalDouble.of(clock.nanos(Math.min(min, max))),
        OptionalDouble.of(clock.nanos(max)),
        buckets());
  }

  /** Returns the buckets from the first that holds a call to the last. */
  private List<CallDurations.Bucket> buckets() {
    int first = 0;
    int last = histogram.length - 1;
    while (first <= last && histogram[first] == 0) {
      first++;
    }
    while (last >= first && histogram[last] == 0) {
      last--;
    }
    List<CallDurations.Bucket> buckets = new ArrayList<>();
    for (int k = first; k <= last; k++) {
      buckets.add(new CallDurations.Bucket(lower(k), upper(k), histogram[k]));
    }
    return buckets;
  }

  /**
   * Returns the lower bound of a bucket, which holds the calls whose ticks have its number as their
   * binary logarithm, rounded down.
   */
  private double lower(int bucket) {
    return bucket == 0 ? 0 : clock.nanos(1L << bucket);
  }

  private double upper(int bucket) {
    return bucket == histogram.length - 1
        ? Double.POSITIVE_INFINITY
        : clock.nanos(1L << (bucket + 1));
  }

  private Measured cpu() {
    if (cpuCount == 0) {
      return Measured.absent(
          calls == 0
              ? "no call has ended yet"
              : "calls of this region are too short for reading the processor time");
    }
    return ofCalls(cpuNanos / 1e9, cpuCount, outermost());
  }

  private Measured counted(Metric counter) {
    return counters.of(counter, outermost());
  }

  /**
   * Returns a sum over a part of all calls. If the numbers of calls exceed an int, only their ratio
   * is kept.
   */
  static Measured ofCalls(double sum, long part, long calls) {
    long all = Math.max(calls, part);
    int shift = Math.max(0, Integer.SIZE + 1 - Long.numberOfLeadingZeros(all));
    int measured = (int) Math.max(1, part >> shift);
    return Measured.of(sum, measured, Math.max(measured, (int) (all >> shift)));
  }
}
