package io.flowgauge.resources;

/** Adds up how long the threads of one activity ran and waited. Not thread-safe. */
final class ActivityTally {
  private final String activity;
  private double ran;
  private double external;
  private double serialised;
  private double covered;

  /** Sums over the current interval. */
  private double intervalRan;

  private double intervalExternal;
  private double intervalSerialised;
  private double demand;

  /** Until when a process of it was watched before this interval, and since when within it. */
  private double until = Double.NEGATIVE_INFINITY;

  private double watchedSince = Double.POSITIVE_INFINITY;

  ActivityTally(String activity) {
    this.activity = activity;
  }

  /**
   * Notes since when one of its processes was watched in this interval. Call before {@link #add}.
   */
  void watchedFrom(double since) {
    watchedSince = Math.min(watchedSince, Math.max(until, since));
  }

  /** Returns since when one of its processes was watched in this interval. */
  double watchedSince() {
    return watchedSince;
  }

  /**
   * Adds the times of a thread, or of several.
   *
   * @param share the share of the waits that is external load
   * @param most the longest time that the threads can have run and waited in this interval; times
   *     that the kernel reported late belong to earlier intervals, and must not count as further
   *     threads
   */
  void add(double threadRan, double threadWaited, double share, double most) {
    intervalRan += threadRan;
    intervalExternal += threadWaited * share;
    intervalSerialised += threadWaited * (1 - share);
    demand += Math.min(most, threadRan + threadWaited);
  }

  /**
   * Ends an interval. The waits of threads that ran or waited at the same time are averaged
   * (definitions, "Waits for processors").
   */
  void close(double now) {
    if (watchedSince >= now) {
      return;
    }
    double threads = Math.max(1, demand / (now - watchedSince));
    ran += intervalRan;
    external += intervalExternal / threads;
    serialised += intervalSerialised / threads;
    covered += now - watchedSince;
    until = now;
    watchedSince = Double.POSITIVE_INFINITY;
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
