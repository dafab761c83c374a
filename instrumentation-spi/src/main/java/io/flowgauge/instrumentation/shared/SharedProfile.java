package io.flowgauge.instrumentation.shared;

import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.TargetProcess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Reads profiles from shared memory, without stopping the process that writes it. Nothing in the
 * memory is trusted: whatever the process wrote there, the result is a profile, and it is ready in
 * bounded time. Thread-safe.
 */
public final class SharedProfile {
  private final SharedBytes bytes;
  private final TargetProcess process;
  private final SharedClock clock;
  private final IntFunction<String> names;

  /**
   * Creates a reader.
   *
   * @param process the process the memory belongs to
   * @param names returns a thread's name by its id in the system, empty if unknown; used if the
   *     memory has no name
   */
  public SharedProfile(
      SharedBytes bytes, TargetProcess process, SharedClock clock, IntFunction<String> names) {
    this.bytes = Objects.requireNonNull(bytes, "bytes");
    this.process = Objects.requireNonNull(process, "process");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.names = Objects.requireNonNull(names, "names");
  }

  SharedBytes bytes() {
    return bytes;
  }

  /**
   * Reads the profile of all regions.
   *
   * @param sensors by region number; iterates in the order they were put in
   * @param since when the first of them was put in
   */
  public Profile read(Map<Integer, SharedSensor> sensors, Instant since, Instant at) {
    BitSet all = new BitSet();
    sensors.keySet().forEach(all::set);
    return read(sensors, all, since, at);
  }

  /** Reads the profile of some regions alone. */
  Profile read(Map<Integer, SharedSensor> sensors, BitSet wanted, Instant since, Instant at) {
    List<SharedRecord> records =
        new RecordReader(bytes)
            .all(sensors::containsKey, counting(sensors)::get).stream()
                .filter(record -> wanted.get(record.region))
                .toList();
    long now = clock.now().getAsLong();
    return new Profile(
        process,
        since,
        at,
        regions(sensors, wanted, records, now),
        new ThreadSums(bytes, clock, names, since, at).threads(records, sensors, now),
        edges(sensors, records),
        losses());
  }

  private static BitSet counting(Map<Integer, SharedSensor> sensors) {
    BitSet counting = new BitSet();
    sensors.forEach((number, sensor) -> counting.set(number, sensor.isCounting()));
    return counting;
  }

  private List<RegionProfile> regions(
      Map<Integer, SharedSensor> sensors, BitSet wanted, List<SharedRecord> records, long now) {
    CounterStates states = new CounterStates(bytes);
    Map<Integer, RegionSum> sums = new LinkedHashMap<>();
    sensors.forEach(
        (number, sensor) -> {
          if (wanted.get(number)) {
            sums.put(number, new RegionSum(sensor, clock, states));
          }
        });
    records.forEach(record -> sums.get(record.region).add(record));
    return sums.entrySet().stream()
        .map(entry -> entry.getValue().profile(isOverLimit(entry.getKey()), now))
        .toList();
  }

  /** Whether a sensor was removed because it cost more than its limit. */
  public boolean isOverLimit(int region) {
    return (flags(region) & SharedLayout.OVER_LIMIT) != 0;
  }

  /** Whether a sensor is gone: it was removed, or its code was unloaded. */
  public boolean isRemoved(int region) {
    return (flags(region) & (SharedLayout.REMOVED | SharedLayout.OVER_LIMIT)) != 0;
  }

  private int flags(int region) {
    return bytes.intAt(SharedLayout.regionOffset(region) + SharedLayout.REGION_FLAGS_AT);
  }

  /** Calls and their ticks on one edge. */
  private record Sum(long calls, long ticks) {
    Sum plus(Sum other) {
      return new Sum(
          RegionSum.saturatedSum(calls, other.calls), RegionSum.saturatedSum(ticks, other.ticks));
    }
  }

  private List<CallEdge> edges(Map<Integer, SharedSensor> sensors, List<SharedRecord> records) {
    Map<Long, Sum> sums = new TreeMap<>();
    for (SharedRecord record : records) {
      long edge = (long) record.region << Integer.SIZE | (record.parent + 1);
      sums.merge(edge, new Sum(record.count, record.total), Sum::plus);
    }
    List<CallEdge> edges = new ArrayList<>();
    sums.forEach(
        (edge, sum) ->
            edges.add(
                new CallEdge(
                    caller(sensors, (int) (long) edge - 1),
                    sensors.get((int) (edge >> Integer.SIZE)).region(),
                    sum.calls(),
                    clock.nanos(sum.ticks()))));
    return edges;
  }

  private static Optional<CodeRegion> caller(Map<Integer, SharedSensor> sensors, int parent) {
    return parent == SharedRecord.NONE
        ? Optional.empty()
        : Optional.of(sensors.get(parent).region());
  }

  private ProfileLosses losses() {
    return new ProfileLosses(lost(0), lost(1), lost(2), lost(3), lost(4));
  }

  /** Returns a number of lost calls, limited so that the sum of all of them cannot overflow. */
  private long lost(int k) {
    long at = SharedLayout.DROPPED_DEPTH_AT + (long) k * Long.BYTES;
    long value =
        Integer.toUnsignedLong(bytes.intAt(at))
            | (long) bytes.intAt(at + Integer.BYTES) << Integer.SIZE;
    return Math.min(Math.max(value, 0), Long.MAX_VALUE / 8);
  }
}
