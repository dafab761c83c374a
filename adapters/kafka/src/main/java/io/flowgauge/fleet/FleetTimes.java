package io.flowgauge.fleet;

import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;

/**
 * Times after which something is reported about a run. Times are limited to 292 years, which is as
 * good as never. Immutable.
 *
 * @param settle how long a run must be silent before it is reported, once it has ended or all its
 *     activities have completed, because events from other processes may still arrive; 0 or more
 * @param stalled silence after which there is an alarm for a run that has not ended; above 0
 * @param forgotten silence after which a run that has not ended is reported as it is and given up;
 *     above 0, and below the retention time of the topic of events
 * @param changes how often changes of a run are reported and the run is checked for alarms; above 0
 */
public record FleetTimes(Duration settle, Duration stalled, Duration forgotten, Duration changes)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /** The longest time in nanoseconds. */
  private static final Duration NEVER = Duration.ofNanos(Long.MAX_VALUE);

  /**
   * Checks the times, and cuts those too long to count in nanoseconds.
   *
   * @param settle 0 or more
   * @param stalled above 0
   * @param forgotten above 0
   * @param changes above 0
   * @throws IllegalArgumentException if one of them is out of its range
   */
  public FleetTimes {
    Objects.requireNonNull(settle, "settle");
    if (settle.isNegative()) {
      throw new IllegalArgumentException("settle must not be negative, but is " + settle);
    }
    settle = cut(settle);
    stalled = cut(positive(stalled, "stalled"));
    forgotten = cut(positive(forgotten, "forgotten"));
    changes = cut(positive(changes, "changes"));
  }

  private static Duration positive(Duration time, String name) {
    Objects.requireNonNull(time, name);
    if (time.isZero() || time.isNegative()) {
      throw new IllegalArgumentException(name + " must be above 0, but is " + time);
    }
    return time;
  }

  private static Duration cut(Duration time) {
    return time.compareTo(NEVER) < 0 ? time : NEVER;
  }

  /**
   * The usual times.
   *
   * @return 10 seconds, 10 minutes, 3 days and 5 seconds, in the order of the components
   */
  public static FleetTimes usual() {
    return new FleetTimes(
        Duration.ofSeconds(10), Duration.ofMinutes(10), Duration.ofDays(3), Duration.ofSeconds(5));
  }

  /**
   * Replaces {@link #settle}.
   *
   * @param silence 0 or more
   * @return other times
   * @throws IllegalArgumentException if it is negative
   */
  public FleetTimes settle(Duration silence) {
    return new FleetTimes(silence, stalled, forgotten, changes);
  }

  /**
   * Replaces {@link #stalled}.
   *
   * @param silence above 0
   * @return other times
   * @throws IllegalArgumentException if it is not above 0
   */
  public FleetTimes stalled(Duration silence) {
    return new FleetTimes(settle, silence, forgotten, changes);
  }

  /**
   * Replaces {@link #forgotten}.
   *
   * @param silence above 0
   * @return other times
   * @throws IllegalArgumentException if it is not above 0
   */
  public FleetTimes forgotten(Duration silence) {
    return new FleetTimes(settle, stalled, silence, changes);
  }

  /**
   * Replaces {@link #changes}.
   *
   * @param interval above 0
   * @return other times
   * @throws IllegalArgumentException if it is not above 0
   */
  public FleetTimes changes(Duration interval) {
    return new FleetTimes(settle, stalled, forgotten, interval);
  }
}
