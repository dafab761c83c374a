package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import java.util.Arrays;

/**
 * What was said of latency and service time. A chain of what was said of single activities, so that
 * to say more takes constant time; the last that was said counts. Immutable and thread-safe.
 *
 * @param latency of every activity that has none of its own
 * @param serviceTime of every activity that has none of its own
 * @param last what was said last of one activity, or null
 */
record ActivityLaws(Law latency, double serviceTime, Said last) {
  static final ActivityLaws NOTHING = new ActivityLaws(Law.constant(0), 0, null);

  private static final double NOT_SAID = Double.NaN;

  /** What was said of one activity: a latency, or else a service time. */
  private record Said(Said before, int activity, Law latency, double serviceTime) {}

  ActivityLaws withLatency(Law law) {
    return new ActivityLaws(law, serviceTime, last);
  }

  ActivityLaws withServiceTime(double seconds) {
    return new ActivityLaws(latency, seconds, last);
  }

  ActivityLaws withLatency(int activity, Law law) {
    return new ActivityLaws(latency, serviceTime, new Said(last, activity, law, NOT_SAID));
  }

  ActivityLaws withServiceTime(int activity, double seconds) {
    return new ActivityLaws(latency, serviceTime, new Said(last, activity, null, seconds));
  }

  /** The latency of each activity. */
  Law[] latencies(int activities) {
    Law[] all = new Law[activities];
    for (Said said = last; said != null; said = said.before()) {
      if (said.latency() != null && all[said.activity()] == null) {
        all[said.activity()] = said.latency();
      }
    }
    Arrays.setAll(all, v -> all[v] == null ? latency : all[v]);
    return all;
  }

  /** The service time of each activity, in seconds. */
  double[] serviceTimes(int activities) {
    double[] all = new double[activities];
    Arrays.fill(all, NOT_SAID);
    for (Said said = last; said != null; said = said.before()) {
      if (said.latency() == null && Double.isNaN(all[said.activity()])) {
        all[said.activity()] = said.serviceTime();
      }
    }
    Arrays.setAll(all, v -> Double.isNaN(all[v]) ? serviceTime : all[v]);
    return all;
  }
}
