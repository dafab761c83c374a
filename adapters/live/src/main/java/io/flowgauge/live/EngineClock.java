package io.flowgauge.live;

import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Times;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The current time by the clock of a run's events. Stateless and thread-safe. */
final class EngineClock {
  /** Greatest difference of clocks; a time further ahead is not current. */
  private static final Duration MOST_AHEAD = Duration.ofDays(1);

  private EngineClock() {}

  /**
   * The moment up to which a run is known. Times of an unknown zone are taken to be of that of this
   * machine; of a run with times from an unknown origin, nothing is known after its last event. If
   * the engine's clock is ahead of ours it is that event, too, so that none is left out.
   *
   * @param latestNanos when the last event was
   */
  static Instant moment(Instant now, TimeBase base, long latestNanos) {
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

  /** The local time of this machine as if it were UTC. */
  private static Instant asLocal(Instant now) {
    return now.atZone(ZoneId.systemDefault()).toLocalDateTime().toInstant(ZoneOffset.UTC);
  }
}
