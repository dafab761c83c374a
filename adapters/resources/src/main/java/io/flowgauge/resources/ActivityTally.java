package io.flowgauge.resources;

/** Adds up what the threads of one activity did. Not thread-safe. */
final class ActivityTally {
  private final String activity;
  private double ran;
  private double external;
  private double serialised;
  private double covered;

  /** Sums of the interval. */
  private double intervalRan;

  private double intervalExternal;
  private double intervalSerialised;
  private double demand;

  /** Up to when some process of it was watched, and from when in this interval. */
  private double until = Double.NEGATIVE_INFINITY;

  private double from = Double.POSITIVE_INFINITY;

  ActivityTally(String activity) {
    this.activity = activity;
  }

  /** Learns that one of its processes was watched in this interval; before any thread is added. */
  void covers(double since) {
    from = Math.min(from, Math.max(until, since));
  }

  /** From when some process of it was watched in this interval. */
  double from() {
    return from;
  }

  /**
   * Takes a thread in, or several.
   *
   * @param share which share of the waits is external load
   * @param most how long it can have run and waited since the interval began; late news of a thread
   *     is of earlier intervals: one thread counts once
   */
  void add(double threadRan, double threadWaited, double share, double most) {
    intervalRan += threadRan;
    intervalExternal += threadWaited * share;
    intervalSerialised += threadWaited * (1 - share);
    demand += Math.min(most, threadRan + threadWaited);
  }

  /**
   * Ends an interval: of threads side by side, the mean counts (definitions, "Waits for
   * processors").
   */
  void close(double now) {
    if (from >= now) {
      return;
    }
    double threads = Math.max(1, demand / (now - from));
    ran += intervalRan;
    external += intervalExternal / threads;
    serialised += intervalSerialised / threads;
    covered += now - from;
    until = now;
    from = Double.POSITIVE_INFINITY;
    intervalRan = 0;
    intervalExternal = 0;
    intervalSerialised = 0;
    demand = 0;
  }

  String activity() {
    return activity;
  }

  ActivityLoad load() {
    return new ActivityLoad(activity, external, serialised, ran, covered);
  }
}
