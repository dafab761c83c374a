package io.flowgauge.tuning;

import java.time.Duration;

/**
 * Decides whether a rate has fallen: whether its mean after the change is below the guard's share
 * of the mean before, by more than noise explains. The difference d = share · before − after has
 * the standard error s = √(share² · e_before² + e_after²). It counts as a fall if d &gt; 4 s while
 * the guard watches, because that is tested repeatedly, and if d &gt; 2 s at the end.
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

  /**
   * Whether the guard has watched long enough; long intervals prolong that until there are enough
   * of them.
   */
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
