package io.flowgauge.instrumentation.simulated;

import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.ThreadProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The sensors of a simulated process and what they measured. Thread-safe. */
final class Sensors {
  /** The key of a record. */
  record Key(long thread, Optional<CodeRegion> caller, CodeRegion region) {}

  private static final class Sum {
    private long calls;
    private long total;
    private long inside;
    private long min = Long.MAX_VALUE;
    private long max;

    private void add(Sum other) {
      calls += other.calls;
      total += other.total;
      inside += other.inside;
      min = Math.min(min, other.min);
      max = Math.max(max, other.max);
    }
  }

  private final TargetProcess process;
  private final Set<Fault> faults;
  private final Instant since = Instant.now();

  /** Regions that have or had a sensor, and whether they have one now. */
  private final Map<CodeRegion, Boolean> sensors = new LinkedHashMap<>();

  private final Map<Key, Sum> sums = new LinkedHashMap<>();
  private final Set<CodeRegion> dirty = new LinkedHashSet<>();
  private volatile Set<CodeRegion> on = Set.of();

  Sensors(TargetProcess process, Set<Fault> faults) {
    this.process = process;
    this.faults = faults;
  }

  boolean isOn(CodeRegion region) {
    return on.contains(region);
  }

  synchronized void set(CodeRegion region, boolean installed) {
    if (faults.contains(Fault.STARTS_ANEW_WHEN_INSTRUMENTED_AGAIN) && installed) {
      sums.clear();
    }
    if (faults.contains(Fault.NO_SECOND_SENSOR) && sensors.containsKey(region) && installed) {
      return;
    }
    sensors.put(region, installed);
    if (faults.contains(Fault.FORGETS_WHAT_IS_TAKEN_OUT) && !installed) {
      sums.keySet().removeIf(key -> key.region().equals(region));
    }
    Set<CodeRegion> now = new LinkedHashSet<>();
    sensors.forEach(
        (sensor, in) -> {
          if (in || faults.contains(Fault.KEEPS_SENSORS)) {
            now.add(sensor);
          }
        });
    on = now;
  }

  synchronized List<CodeRegion> installed() {
    return sensors.keySet().stream().filter(sensors::get).toList();
  }

  synchronized void add(Key key, long nanos, long inside) {
    Key kept =
        new Key(faults.contains(Fault.ONE_THREAD) ? 1 : key.thread(), key.caller(), key.region());
    if (faults.contains(Fault.NO_CALLERS)) {
      kept = new Key(kept.thread(), Optional.empty(), kept.region());
    }
    Sum one = new Sum();
    one.calls = faults.contains(Fault.LOSES_A_CALL) && sums.isEmpty() ? 0 : 1;
    one.total = faults.contains(Fault.SUMS_THE_WRONG_WAY) ? -1 + nanos / 1_000_000_000 : nanos;
    one.inside = faults.contains(Fault.TAKES_INCLUSIVE_FOR_OWN) ? 0 : inside;
    one.min = nanos;
    one.max = nanos;
    sums.computeIfAbsent(kept, k -> new Sum()).add(one);
    dirty.add(key.region());
    notifyAll();
  }

  synchronized void clear() {
    sums.clear();
    sensors.clear();
  }

  /**
   * Waits until the given number of regions is dirty, the time is over, or {@code over} holds;
   * returns the dirty regions.
   */
  synchronized Set<CodeRegion> awaitDirty(int regions, long nanos, Predicate<Sensors> over)
      throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    boolean full = false;
    while (!over.test(this) && !full) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        break;
      }
      wait(Math.max(1, Math.min(left / 1_000_000, 20)));
      full = dirty.size() >= regions && !faults.contains(Fault.IGNORES_THE_BUFFER);
    }
    return takeDirty();
  }

  private Set<CodeRegion> takeDirty() {
    Set<CodeRegion> taken = new LinkedHashSet<>(dirty);
    if (faults.contains(Fault.SENDS_ALL_REGIONS) && !taken.isEmpty()) {
      taken.addAll(sensors.keySet());
    }
    dirty.clear();
    return taken;
  }

  synchronized void markDirty(Set<CodeRegion> regions) {
    dirty.addAll(regions);
  }

  synchronized Profile profile() {
    Profile profile = profile(region -> true);
    if (faults.contains(Fault.RESETS_WHEN_READ)) {
      sums.clear();
    }
    return profile;
  }

  synchronized Profile profile(Predicate<CodeRegion> wanted) {
    List<RegionProfile> regions = new ArrayList<>();
    Map<CodeRegion, Sum> byRegion = new LinkedHashMap<>();
    Map<Long, Map<CodeRegion, Sum>> byThread = new LinkedHashMap<>();
    Map<Key, Sum> byEdge = new LinkedHashMap<>();
    sensors.keySet().forEach(region -> byRegion.put(region, new Sum()));
    sums.forEach(
        (key, sum) -> {
          byRegion.computeIfAbsent(key.region(), r -> new Sum()).add(sum);
          byThread
              .computeIfAbsent(key.thread(), t -> new LinkedHashMap<>())
              .computeIfAbsent(key.region(), r -> new Sum())
              .add(sum);
          byEdge.computeIfAbsent(new Key(0, key.caller(), key.region()), e -> new Sum()).add(sum);
        });
    byRegion.keySet().removeIf(wanted.negate());
    if (faults.contains(Fault.LISTS_CALLED_REGIONS_ONLY)) {
      byRegion.values().removeIf(sum -> sum.calls == 0);
    }
    byRegion.forEach((region, sum) -> regions.add(profile(region, sum)));
    if (faults.contains(Fault.LISTS_ALL_REGIONS)) {
      SimulatedProgram.UNITS.forEach(
          unit -> unit.regions().forEach(r -> regions.add(profile(r, new Sum()))));
    }
    return new Profile(
        process,
        since,
        Instant.now(),
        regions,
        threads(byThread),
        faults.contains(Fault.NO_CALL_GRAPH) ? List.of() : edges(byEdge),
        ProfileLosses.NONE);
  }

  private List<ThreadProfile> threads(Map<Long, Map<CodeRegion, Sum>> byThread) {
    List<ThreadProfile> threads = new ArrayList<>();
    byThread.forEach(
        (thread, sumsOf) -> {
          List<RegionProfile> regions = new ArrayList<>();
          sumsOf.forEach((region, sum) -> regions.add(profile(region, sum)));
          threads.add(
              new ThreadProfile(
                  thread, "simulated-" + thread, Optional.empty(), Optional.empty(), regions));
        });
    return threads;
  }

  private static List<CallEdge> edges(Map<Key, Sum> byEdge) {
    List<CallEdge> edges = new ArrayList<>();
    byEdge.forEach(
        (key, sum) ->
            edges.add(new CallEdge(key.caller(), key.region(), sum.calls, (double) sum.total)));
    return edges;
  }

  private RegionProfile profile(CodeRegion region, Sum sum) {
    RegionProfile.Builder profile = RegionProfile.builder(region).calls(sum.calls);
    if (sum.calls > 0) {
      profile.wall(
          CallDurations.of(
              sum.calls, Math.max(0.0, (double) sum.total), (double) sum.min, (double) sum.max),
          (double) (sum.total - sum.inside));
    }
    return profile.installed(sensors.getOrDefault(region, false)).build();
  }
}
