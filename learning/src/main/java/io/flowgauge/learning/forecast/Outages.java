package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.Outage;
import io.flowgauge.learning.reading.OutageHistory;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Outages that may hit a run, each like one of those that were seen. Immutable and thread-safe.
 *
 * @param rate number of outages that begin per second without an outage
 * @param isRecorded whether there are exactly as many outages as were seen, at any time
 * @param seen the outages that were seen
 */
record Outages(double rate, boolean isRecorded, List<Outage> seen) {
  /** Greatest number of outages in one simulated run. */
  private static final int MOST = 10;

  /** Outages that occur as often as in history. */
  static Outages of(OutageHistory history) {
    return new Outages(history.rate(), false, history.outages());
  }

  /** Returns exactly as many outages as were seen. */
  Outages recorded() {
    return new Outages(rate, true, seen);
  }

  /**
   * Draws when the next outage begins.
   *
   * @param after when the last one was over, or the run began: seconds
   * @param makespan when the run would end without another outage
   * @param hit number of outages so far
   * @return seconds; if this is not before the makespan, there is no other outage
   */
  double next(double after, double makespan, int hit, SplittableRandom random) {
    int left = isRecorded ? seen.size() - hit : MOST - hit;
    if (seen.isEmpty() || left <= 0 || after >= makespan) {
      return Double.POSITIVE_INFINITY;
    }
    double drawn = 1 - random.nextDouble();
    return isRecorded
        ? after + (makespan - after) * (1 - Math.pow(drawn, 1.0 / left))
        : after - Math.log(drawn) / rate;
  }

  /** Draws one of the outages that were seen. */
  Outage any(SplittableRandom random) {
    return seen.get(random.nextInt(seen.size()));
  }
}
