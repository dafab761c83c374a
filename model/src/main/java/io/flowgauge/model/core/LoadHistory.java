package io.flowgauge.model.core;

import io.flowgauge.run.HostLoad;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * The loads of one quantity of one host. Time is divided into parts of equal length, and all
 * intervals that end in the same part are merged. The length of a part is doubled until there are
 * no more intervals than a timeline has room for. The result does not depend on the order in which
 * loads arrive. Not thread-safe.
 */
final class LoadHistory {
  static final int MOST_INTERVALS = 512;

  /** At first, a part is shorter than the time between samples. */
  private static final long FIRST_PART_NANOS = 1 << 20;

  private final Key key;
  private TreeMap<Long, Interval> intervals = new TreeMap<>();
  private long partNanos = FIRST_PART_NANOS;

  /** Host, quantity and unit of a history. */
  record Key(String host, String quantity, String unit) {
    static Key of(HostLoad load) {
      return new Key(load.host(), load.quantity(), load.unit());
    }
  }

  /** Merged loads. The weight is the sum of their lengths. */
  private record Interval(
      long begin, long end, double least, double mean, double most, double weight) {
    static Interval of(HostLoad load) {
      return new Interval(
          load.beginNanos(),
          load.endNanos(),
          load.least(),
          load.mean(),
          load.most(),
          Math.max(1, load.endNanos() - load.beginNanos()));
    }

    Interval plus(Interval other) {
      double least = Math.min(this.least, other.least);
      double most = Math.max(this.most, other.most);
      double both = weight + other.weight;
      double mean = this.mean * (weight / both) + other.mean * (other.weight / both);
      return new Interval(
          Math.min(begin, other.begin),
          Math.max(end, other.end),
          least,
          Math.max(least, Math.min(most, mean)), // Rounding can exceed the bounds.
          most,
          both);
    }
  }

  LoadHistory(Key key) {
    this.key = key;
  }

  void add(HostLoad load) {
    add(Interval.of(load));
    while (intervals.size() > MOST_INTERVALS) {
      partNanos *= 2;
      Collection<Interval> before = intervals.values();
      intervals = new TreeMap<>();
      before.forEach(this::add);
    }
  }

  private void add(Interval interval) {
    intervals.merge(Math.floorDiv(interval.end, partNanos), interval, Interval::plus);
  }

  /** Returns the loads of all histories, one history after another, each in order of time. */
  static List<HostLoad> all(Collection<LoadHistory> histories) {
    return histories.stream()
        .flatMap(history -> history.intervals.values().stream().map(history::load))
        .toList();
  }

  private HostLoad load(Interval of) {
    return new HostLoad(
        key.host(), key.quantity(), key.unit(), of.begin, of.end, of.least, of.mean, of.most);
  }
}
