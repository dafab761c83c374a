package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import java.util.Arrays;

/** Latency and service time of each activity. Must not be changed once shared. */
final class ActivityLaws {
  private static final double COMMON = Double.NaN;

  private Law latency = Law.constant(0);
  private double serviceTime;

  /** Null where it is the common one. */
  private final Law[] latencies;

  private final double[] serviceTimes;

  ActivityLaws(int activities) {
    latencies = new Law[activities];
    serviceTimes = new double[activities];
    Arrays.fill(serviceTimes, COMMON);
  }

  private ActivityLaws(ActivityLaws other) {
    latency = other.latency;
    serviceTime = other.serviceTime;
    latencies = other.latencies.clone();
    serviceTimes = other.serviceTimes.clone();
  }

  ActivityLaws copy() {
    return new ActivityLaws(this);
  }

  void setLatency(Law law) {
    latency = law;
  }

  void setLatency(int activity, Law law) {
    latencies[activity] = law;
  }

  void setServiceTime(double seconds) {
    serviceTime = seconds;
  }

  void setServiceTime(int activity, double seconds) {
    serviceTimes[activity] = seconds;
  }

  Law latency(int activity) {
    return latencies[activity] == null ? latency : latencies[activity];
  }

  double serviceTime(int activity) {
    return Double.isNaN(serviceTimes[activity]) ? serviceTime : serviceTimes[activity];
  }
}
