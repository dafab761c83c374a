package io.flowgauge.instrumentation.tracking;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RegionProfile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/** Sums profiles of several processes by unit and name of their regions. Not thread-safe. */
final class ProfileSum {
  private final Map<Key, RegionProfile> regions = new LinkedHashMap<>();
  private int processes;

  /** Identifies the same region in several processes. */
  private record Key(String unit, String name) {}

  void add(Profile profile) {
    processes++;
    profile.regions().forEach(this::add);
  }

  void add(ProfileSum other) {
    processes += other.processes;
    other.regions.values().forEach(this::add);
  }

  void add(GroupProfile group) {
    processes += group.processes();
    group.regions().forEach(this::add);
  }

  private void add(RegionProfile profile) {
    CodeRegion region = profile.region();
    regions.merge(new Key(region.unit(), region.name()), withoutAddress(profile), ProfileSum::sum);
  }

  /** Returns how many profiles were added. */
  int processes() {
    return processes;
  }

  List<RegionProfile> regions() {
    return List.copyOf(regions.values());
  }

  /** Removes the region's address, which differs from process to process. */
  private static RegionProfile withoutAddress(RegionProfile profile) {
    return with(
        profile,
        new CodeRegion(
            profile.region().unit(),
            profile.region().name(),
            profile.region().linkageName(),
            0,
            profile.region().size(),
            profile.region().source(),
            profile.region().inlined(),
            profile.region().unitAliases()));
  }

  private static RegionProfile with(RegionProfile profile, CodeRegion region) {
    return new RegionProfile(
        region,
        profile.calls(),
        profile.nestedCalls(),
        profile.nestedNanos(),
        profile.wall(),
        profile.ownNanos(),
        profile.cpuSeconds(),
        profile.counters(),
        profile.openCalls(),
        profile.openNanos(),
        profile.costNanos(),
        profile.installed(),
        profile.overLimit());
  }

  private static RegionProfile sum(RegionProfile a, RegionProfile b) {
    Map<Metric, Measured> counters = new EnumMap<>(Metric.class);
    Stream.of(a, b)
        .flatMap(profile -> profile.counters().keySet().stream())
        .forEach(metric -> counters.put(metric, sum(a, b, profile -> counter(profile, metric))));
    return new RegionProfile(
        a.region(),
        a.calls() + b.calls(),
        a.nestedCalls() + b.nestedCalls(),
        a.nestedNanos() + b.nestedNanos(),
        sum(a.wall(), b.wall()),
        a.ownNanos() + b.ownNanos(),
        sum(a, b, RegionProfile::cpuSeconds),
        counters,
        a.openCalls() + b.openCalls(),
        Math.max(a.openNanos(), b.openNanos()),
        a.costNanos() + b.costNanos(),
        a.installed() || b.installed(),
        a.overLimit() || b.overLimit());
  }

  private static CallDurations sum(CallDurations a, CallDurations b) {
    return new CallDurations(
        a.count() + b.count(),
        a.totalNanos() + b.totalNanos(),
        extreme(a.minNanos(), b.minNanos(), Math::min),
        extreme(a.maxNanos(), b.maxNanos(), Math::max),
        histogram(a.histogram(), b.histogram()));
  }

  private static OptionalDouble extreme(
      OptionalDouble a, OptionalDouble b, DoubleBinaryOperator which) {
    if (a.isEmpty() || b.isEmpty()) {
      return a.isEmpty() ? b : a;
    }
    return OptionalDouble.of(which.applyAsDouble(a.getAsDouble(), b.getAsDouble()));
  }

  /** Merges histograms: buckets with the same bounds are added, others stay separate. */
  private static List<CallDurations.Bucket> histogram(
      List<CallDurations.Bucket> a, List<CallDurations.Bucket> b) {
    List<CallDurations.Bucket> both = new ArrayList<>(a);
    both.addAll(b);
    Map<Double, Map<Double, Long>> counts = new TreeMap<>();
    both.forEach(
        bucket ->
            counts
                .computeIfAbsent(bucket.fromNanos(), from -> new TreeMap<>())
                .merge(bucket.toNanos(), bucket.count(), Long::sum));
    List<CallDurations.Bucket> merged = new ArrayList<>();
    counts.forEach(
        (from, ends) ->
            ends.forEach((to, count) -> merged.add(new CallDurations.Bucket(from, to, count))));
    return merged;
  }

  private static Measured counter(RegionProfile profile, Metric metric) {
    return profile.counters().getOrDefault(metric, Measured.absent("it was not requested"));
  }

  /**
   * Adds two values. If one profile has none, its outermost calls count as calls without a
   * measurement.
   */
  private static Measured sum(
      RegionProfile a, RegionProfile b, Function<RegionProfile, Measured> of) {
    Measured one = of.apply(a);
    Measured other = of.apply(b);
    if (!one.isMeasured() && !other.isMeasured()) {
      return one;
    }
    return Measured.of(
        (one.isMeasured() ? one.value() : 0) + (other.isMeasured() ? other.value() : 0),
        saturated((long) one.measured() + other.measured()),
        saturated(total(one, a) + total(other, b)));
  }

  private static long total(Measured some, RegionProfile profile) {
    return some.isMeasured() ? some.total() : profile.calls() - profile.nestedCalls();
  }

  private static int saturated(long count) {
    return (int) Math.min(count, Integer.MAX_VALUE);
  }
}
