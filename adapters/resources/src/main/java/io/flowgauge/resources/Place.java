package io.flowgauge.resources;

import java.util.Collection;

/**
 * Threads that may use the same processors and are under the same quota, in one interval. Not
 * thread-safe.
 */
final class Place {
  private final CpuSet cpus;
  private final Quota quota;
  private final Contention contention = new Contention();
  private int threads;
  private double ran;
  private double waited;

  /** λ of the last interval. */
  private double externalShare;

  private UsableProcessors usable = UsableProcessors.UNKNOWN;

  /** What distinguishes places. */
  record Key(CpuSet cpus, Quota quota) {}

  Place(Key key) {
    cpus = key.cpus();
    quota = key.quota();
  }

  void begin() {
    threads = 0;
    ran = 0;
    waited = 0;
  }

  /**
   * Takes threads in; they were there no longer than the interval, however late they were counted.
   *
   * @param most how long they can have been there, together
   */
  void add(double threadsRan, double threadsWaited, double most) {
    threads++;
    double own = Math.min(most, threadsRan);
    ran += own;
    waited += Math.min(most - own, threadsWaited);
  }

  boolean isEmpty() {
    return threads == 0;
  }

  /** Those of its processors that are online. */
  CpuSet cpus(CpuSet online) {
    return cpus.and(online);
  }

  /**
   * Finds the share of waits that is external load, once all places know their threads.
   *
   * @param idle how long its processors were idle, together
   */
  void settle(Collection<Place> all, CpuSet online, double idle, double seconds) {
    CpuSet own = cpus(online);
    usable = new UsableProcessors(own.list(), Math.min(own.count(), quota.processors()), idle);
    double allRan = 0;
    double allWaited = 0;
    for (Place place : all) {
      double share = place == this ? 1 : place.cpus(online).shareIn(own);
      allRan += place.ran * share;
      allWaited += place.waited * share;
    }
    double siblings = quota.isNone() ? 0 : allRan - ran;
    var interval = new Contention.Interval(seconds, usable.atOnce(), own.count(), idle + siblings);
    externalShare =
        quota.isNone()
            ? contention.externalShare(interval, allRan, allWaited)
            : contention.externalShare(interval, ran, waited);
  }

  /** The processors that its threads could use in the last interval. */
  UsableProcessors usable() {
    return usable;
  }

  /** λ: which share of the waits in the last interval others caused. */
  double externalShare() {
    return externalShare;
  }
}
