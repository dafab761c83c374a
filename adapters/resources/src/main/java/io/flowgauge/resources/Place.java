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

  /** What tells places apart. */
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

  /** Takes a thread in; it was there no longer than the interval, however late it was counted. */
  void add(WatchedThread thread, double seconds) {
    threads++;
    double own = Math.min(seconds, thread.ran);
    ran += own;
    waited += Math.min(seconds - own, thread.waited);
  }

  boolean isEmpty() {
    return threads == 0;
  }

  /** Finds the share of waits that is external load, once all places know their threads. */
  void settle(Collection<Place> all, Processors processors, double seconds) {
    CpuSet usable = cpus.and(processors.online());
    double allRan = 0;
    double allWaited = 0;
    for (Place place : all) {
      double share = place == this ? 1 : place.cpus.and(processors.online()).shareIn(usable);
      allRan += place.ran * share;
      allWaited += place.waited * share;
    }
    double siblings = quota.isNone() ? 0 : allRan - ran;
    var interval =
        new Contention.Interval(
            seconds,
            Math.min(usable.count(), quota.processors()),
            usable.count(),
            processors.idle(usable) + siblings);
    externalShare =
        quota.isNone()
            ? contention.externalShare(interval, allRan, allWaited)
            : contention.externalShare(interval, ran, waited);
  }

  /** λ: which share of the waits in the last interval others caused. */
  double externalShare() {
    return externalShare;
  }
}
