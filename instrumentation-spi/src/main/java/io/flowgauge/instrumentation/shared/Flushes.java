package io.flowgauge.instrumentation.shared;

import io.flowgauge.instrumentation.Profile;
import java.time.Instant;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The flush buffer of [Truong] Fig. 3: the regions updated since it was last sent. Its contents
 * follow from the records, each of which holds the number of the flush it was last updated in. Not
 * thread-safe.
 */
final class Flushes {
  private final PushSource source;

  /** Regions whose first execution has begun and has been sent. */
  private final BitSet announced = new BitSet();

  /** Number of the first flush that has not been sent. */
  private int from = 1;

  private BitSet updated = new BitSet();
  private int next = 1;

  Flushes(PushSource source) {
    this.source = source;
  }

  /** Finds the regions that were updated since the last {@link #take}. */
  void findUpdates() {
    Optional<SharedProfile> profile = source.profile();
    updated = new BitSet();
    if (profile.isEmpty()) {
      return;
    }
    RecordReader reader = new RecordReader(profile.get().bytes());
    next = reader.flush();
    IntPredicate regions = source.sensors()::containsKey;
    int used = reader.used();
    for (int k = 0; k < used; k++) {
      int region = reader.regionOf(k, regions);
      if (region != SharedRecord.NONE
          && (!announced.get(region) || reader.flushed(k) - from >= 0)) {
        updated.set(region);
      }
    }
  }

  int size() {
    return updated.cardinality();
  }

  /** Whether a region's first execution has begun and has not been sent. */
  boolean hasNew() {
    BitSet unknown = (BitSet) updated.clone();
    unknown.andNot(announced);
    return !unknown.isEmpty();
  }

  /** Empties the buffer and returns its contents. */
  Optional<Profile> take(Instant at) {
    Optional<SharedProfile> profile = source.profile();
    if (profile.isEmpty() || updated.isEmpty()) {
      return Optional.empty();
    }
    Map<Integer, SharedSensor> sensors = source.sensors();
    Profile update = profile.get().read(sensors, updated, source.since(), at);
    announced.or(updated);
    updated = new BitSet();
    from = next;
    return Optional.of(update);
  }
}
