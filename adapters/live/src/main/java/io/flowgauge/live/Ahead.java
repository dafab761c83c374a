package io.flowgauge.live;

import io.flowgauge.trace.Times;
import java.time.Duration;
import java.time.Instant;

/** Clocks of engines that are ahead of ours, or in another time zone. */
final class Ahead {
  /** Zones differ by less; what is further ahead is no time of now. */
  private static final Duration MOST = Duration.ofDays(1);

  private Ahead() {}

  /** The moment up to which a run is known, so that no event is left out. */
  static Instant moment(Instant now, long latestNanos) {
    boolean isAhead =
        latestNanos > Times.saturatedNanos(now)
            && latestNanos <= Times.saturatedNanos(now.plus(MOST));
    return isAhead ? Times.instant(latestNanos) : now;
  }
}
