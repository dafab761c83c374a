package io.flowgauge.resources;

import java.util.Collection;

/**
 * Threads that may use the same processors and are under the same quota, in one interval. Not
 * thread-safe.
 */
final class SchedulingGroup {
  private final CpuSet cpus;
  private final Quota quota;
  private final Contention contention = new Contention();
  private int threads;
  private double ran;
  private double waited;

  /** λ of the last interval. */
  private double externalShare;

  private UsableProcessors usable = UsableProcessors.UNKNOWN;

  /** Identifies a group. */
  record Key(CpuSet cpus, Quota quota) {}

  SchedulingGroup(Key key) {
    cpus = key.cpus();
    quota = key.quota();
  }

  void begin() {
    threads = 0;
    ran = 0;
    waited = 0;
  }

  /**
   * Adds the times of threads. They are limited to what fits into the interval, because the kernel
   * may report times of earlier intervals late.
   *
   * @param most the longest time that the threads, together, can have run and waited
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

  /** Returns its processors that are online. */
  CpuSet cpus(CpuSet online) {
    return cpus.and(online);
  }

  /**
   * Computes the share of waits that is external load. Call this after all threads were added to
   * all groups.
   *
   * @param idle how long its processors were idle in total, in seconds
   */
  void computeExternalShare(
      Collection<SchedulingGroup> all, CpuSet online, double idle, double seconds) {
    CpuSet own = cpus(online);
    usable = new UsableProcessors(own.list(), Math.min(own.count(), quota.processors()), idle);
    double allRan = 0;
    double allWaited = 0;
    for (SchedulingGroup group : all) {
      double share = group == this ? 1 : group.cpus(online).shareIn(own);
      allRan += group.ran * share;
      allWaited += group.waited * share;
    }
    double siblings = quota.isNone() ? 0 : allRan - ran;
    var interval = new Contention.Interval(seconds, usable.atOnce(), own.count(), idle + siblings);
    externalShare =
        quota.isNone()
            ? contention.externalShare(interval, allRan, allWaited)
            : contention.externalShare(interval, ran, waited);
  }

  /** Returns the processors that its threads could use in the last interval. */
  UsableProcessors usable() {
    return usable;
  }

  /** Returns λ, the share of the waits in the last interval that other threads caused. */
  double externalShare() {
    return externalShare;
  }
}
