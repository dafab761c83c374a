package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import java.util.Arrays;

/**
 * The latencies and service times that were set. Settings of single activities form a linked list,
 * so that adding one takes constant time; the latest setting of an activity applies. Immutable and
 * thread-safe.
 *
 * @param latency latency of activities without one of their own
 * @param serviceTime service time in seconds of activities without one of their own
 * @param last latest setting of a single activity, or null
 */
record ActivityLaws(Law latency, double serviceTime, Setting last) {
  static final ActivityLaws NOTHING = new ActivityLaws(Law.constant(0), 0, null);

  private static final double NOT_SET = Double.NaN;

  /** A setting of one activity: a latency, or a service time if the latency is null. */
  private record Setting(Setting before, int activity, Law latency, double serviceTime) {}

  ActivityLaws withLatency(Law law) {
    return new ActivityLaws(law, serviceTime, last);
  }

  ActivityLaws withServiceTime(double seconds) {
    return new ActivityLaws(latency, seconds, last);
  }

  ActivityLaws withLatency(int activity, Law law) {
    return new ActivityLaws(latency, serviceTime, new Setting(last, activity, law, NOT_SET));
  }

  ActivityLaws withServiceTime(int activity, double seconds) {
    return new ActivityLaws(latency, serviceTime, new Setting(last, activity, null, seconds));
  }

  /** Returns the latency of each activity. */
  Law[] latencies(int activities) {
    Law[] all = new Law[activities];
    for (Setting setting = last; setting != null; setting = setting.before()) {
      if (setting.latency() != null && all[setting.activity()] == null) {
        all[setting.activity()] = setting.latency();
      }
    }
    Arrays.setAll(all, v -> all[v] == null ? latency : all[v]);
    return all;
  }

  /** Returns the service time of each activity, in seconds. */
  double[] serviceTimes(int activities) {
    double[] all = new double[activities];
    Arrays.fill(all, NOT_SET);
    for (Setting setting = last; setting != null; setting = setting.before()) {
      if (setting.latency() == null && Double.isNaN(all[setting.activity()])) {
        all[setting.activity()] = setting.serviceTime();
      }
    }
    Arrays.setAll(all, v -> Double.isNaN(all[v]) ? serviceTime : all[v]);
    return all;
  }
}
