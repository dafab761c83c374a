package io.flowgauge.resources;

/** Adds up what the threads of one activity did. Not thread-safe. */
final class ActivityTally {
  private final String activity;
  private double ran;
  private double external;
  private double serialised;
  private double covered;

  /** In the interval. */
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

  /**
   * Takes a thread in.
   *
   * @param share which share of its waits is external load
   * @param now end of the interval
   */
  void add(WatchedThread thread, double share, double now) {
    intervalRan += thread.ran;
    intervalExternal += thread.waited * share;
    intervalSerialised += thread.waited * (1 - share);
    // Late news of a thread is of earlier intervals: one thread counts once.
    demand += Math.min(now - from, thread.ran + thread.waited);
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
