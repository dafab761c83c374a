package io.flowgauge.tuning;

import java.time.Duration;

/**
 * Whether a rate has fallen: after the change its mean is below the share of that before, by more
 * than noise explains. The difference d = share · before − after has the standard error s =
 * √(share² · e_before² + e_after²); it counts as a fall from d &gt; 4 s on while the guard watches,
 * since that is asked repeatedly, and from d &gt; 2 s at its end.
 */
final class Verdict {
  private static final int LEAST_INTERVALS = 4;
  private static final double AT_ANY_TIME = 4;
  private static final double AT_THE_END = 2;

  private Verdict() {}

  /** Whether a rate was measured often enough to have an error. */
  static boolean isKnown(Rate rate) {
    return rate.intervals() >= LEAST_INTERVALS;
  }

  /** Whether the guard has watched long enough, also if intervals are longer than usual. */
  static boolean isOver(Guard guard, Rate after, Duration since) {
    return since.compareTo(guard.within()) >= 0 && isKnown(after);
  }

  static boolean hasFallen(Guard guard, Rate before, Rate after, Duration since) {
    if (!isKnown(after)) {
      return false;
    }
    boolean isEnd = isOver(guard, after, since);
    double difference = guard.share() * before.mean() - after.mean();
    double error = Math.hypot(guard.share() * before.error(), after.error());
    return difference > (isEnd ? AT_THE_END : AT_ANY_TIME) * error && difference > 0;
  }
}
