package io.flowgauge.benchmarks;

import io.flowgauge.run.EventType;
import java.util.Arrays;

/** The events of a simulated run, which it sorts by time. Not thread-safe. */
final class EventKeys {
  /** 2006-06-19T00:00:00Z. */
  private static final long EPOCH_NANOS = 1_150_675_200_000_000_000L;

  private static final int INDEX_BITS = 24;
  private static final EventType[] TYPES = EventType.values();

  /** For each event, its time in microseconds in the high bits and its index in the low bits. */
  private long[] keys;

  private int[] activities;

  /** Type and attempt of each event; an activity has two attempts at most. */
  private byte[] kinds;

  private int count;

  EventKeys(int activityCount) {
    int expected = 16 + (int) (activityCount * 5.2);
    keys = new long[expected];
    activities = new int[expected];
    kinds = new byte[expected];
  }

  @SuppressWarnings("EnumOrdinal") // Kept in memory only.
  void add(long micros, int activity, EventType type, int attempt) {
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, count * 2);
      activities = Arrays.copyOf(activities, count * 2);
      kinds = Arrays.copyOf(kinds, count * 2);
    }
    keys[count] = micros << INDEX_BITS | count;
    activities[count] = activity;
    kinds[count] = (byte) (type.ordinal() << 1 | attempt - 1);
    count++;
  }

  void sort() {
    Arrays.sort(keys, 0, count);
  }

  void forEach(SimulatedRun.EventSink sink) {
    for (int k = 0; k < count; k++) {
      int event = (int) keys[k] & (1 << INDEX_BITS) - 1;
      long nanos = EPOCH_NANOS + (keys[k] >> INDEX_BITS) * 1_000;
      sink.event(activities[event], TYPES[kinds[event] >> 1], nanos, 1 + (kinds[event] & 1));
    }
  }
}
