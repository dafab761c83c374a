package io.flowgauge.live;

import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Times;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The current time by the clock of a run's events. Stateless and thread-safe. */
final class EngineClock {
  /** Maximum difference of clocks; a time further ahead is not taken as the current time. */
  private static final Duration MOST_AHEAD = Duration.ofDays(1);

  private EngineClock() {}

  /**
   * Returns the moment up to which a run is known. Times of an unknown zone are assumed to be in
   * the zone of this machine; for times relative to an unknown origin, it is the last event. If the
   * engine's clock is ahead of this machine's, it is also the last event, so that none is left out.
   *
   * @param latestNanos time of the last event
   */
  static Instant knownUntil(Instant now, TimeBase base, long latestNanos) {
    if (latestNanos == Long.MIN_VALUE) {
      return now;
    }
    Instant latest = Times.instant(latestNanos);
    if (base == TimeBase.RELATIVE) {
      return latest;
    }
    Instant there = base == TimeBase.UNKNOWN_ZONE ? asLocal(now) : now;
    boolean isAhead = latest.isAfter(there) && latest.isBefore(there.plus(MOST_AHEAD));
    return isAhead ? latest : there;
  }

  /** Returns the local time of this machine, taken as if it were UTC. */
  private static Instant asLocal(Instant now) {
    return now.atZone(ZoneId.systemDefault()).toLocalDateTime().toInstant(ZoneOffset.UTC);
  }
}
