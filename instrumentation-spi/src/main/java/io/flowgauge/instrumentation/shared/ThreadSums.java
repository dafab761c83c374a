package io.flowgauge.instrumentation.shared;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.ThreadProfile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;

/** Sums the records of each thread. Not thread-safe. */
final class ThreadSums {
  private static final int FIRST_AT = 8;
  private static final int NAME_AT = 16;

  private final SharedBytes bytes;
  private final SharedClock clock;
  private final IntFunction<String> names;
  private final Instant since;
  private final Instant at;

  ThreadSums(
      SharedBytes bytes, SharedClock clock, IntFunction<String> names, Instant since, Instant at) {
    this.bytes = bytes;
    this.clock = clock;
    this.names = names;
    this.since = since;
    this.at = at;
  }

  /**
   * Returns the profiles of threads, ordered by their first call; records without a thread are left
   * out.
   */
  List<ThreadProfile> threads(
      List<SharedRecord> records, Map<Integer, SharedSensor> sensors, long now) {
    Map<Integer, List<SharedRecord>> byThread = new TreeMap<>();
    for (SharedRecord record : records) {
      if (record.thread != SharedRecord.NONE) {
        byThread.computeIfAbsent(record.thread, k -> new ArrayList<>()).add(record);
      }
    }
    return byThread.entrySet().stream()
        .map(entry -> thread(entry.getKey(), entry.getValue(), sensors, now))
        .sorted(Comparator.comparing(thread -> thread.first().orElse(at)))
        .toList();
  }

  private ThreadProfile thread(
      int number, List<SharedRecord> records, Map<Integer, SharedSensor> sensors, long now) {
    ByteBuffer entry =
        ByteBuffer.allocate(SharedLayout.THREAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.read(SharedLayout.threadOffset(number), entry);
    int id = Math.max(entry.getInt(0), 0);
    return new ThreadProfile(
        id,
        name(entry, id),
        clock.at(entry.getLong(FIRST_AT), since, at),
        last(records),
        regions(records, sensors, now));
  }

  private String name(ByteBuffer entry, int id) {
    byte[] room = new byte[SharedLayout.THREAD_BYTES - NAME_AT];
    entry.get(NAME_AT, room);
    int length = 0;
    while (length < room.length && room[length] != 0) {
      length++;
    }
    String named = new String(room, 0, length, UTF_8);
    return (named.isEmpty() ? names.apply(id) : named).replaceAll("\\p{Cntrl}", "?");
  }

  private Optional<Instant> last(List<SharedRecord> records) {
    if (records.stream().anyMatch(SharedRecord::isOpen)) {
      return Optional.of(at);
    }
    return records.stream()
        .flatMap(record -> clock.at(record.last, since, at).stream())
        .max(Comparator.naturalOrder());
  }

  private List<RegionProfile> regions(
      List<SharedRecord> records, Map<Integer, SharedSensor> sensors, long now) {
    CounterStates states = new CounterStates(bytes);
    Map<Integer, RegionSum> sums = new TreeMap<>();
    for (SharedRecord record : records) {
      sums.computeIfAbsent(record.region, k -> new RegionSum(sensors.get(k), clock, states))
          .add(record);
    }
    return sums.values().stream().map(sum -> sum.profile(false, now)).toList();
  }
}
