package io.flowgauge.analysis;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * An activity on the critical path, with its share of the makespan. Immutable and thread-safe.
 *
 * @param activity id of the activity
 * @param idealNanos useful time in its share, in nanoseconds
 * @param overheadNanos the rest of its share by class, in nanoseconds, without zeros
 */
public record PathStep(String activity, long idealNanos, Map<OverheadClass, Long> overheadNanos) {
  /**
   * Copies the map.
   *
   * @param activity id of the activity
   * @param idealNanos useful time
   * @param overheadNanos the rest by class
   */
  public PathStep {
    Objects.requireNonNull(activity, "activity");
    Map<OverheadClass, Long> copy = new EnumMap<>(OverheadClass.class);
    copy.putAll(overheadNanos);
    overheadNanos = Collections.unmodifiableMap(copy);
  }

  /**
   * The activity's share of the makespan.
   *
   * @return nanoseconds
   */
  public long nanos() {
    return idealNanos + overheadNanos.values().stream().mapToLong(Long::longValue).sum();
  }
}
