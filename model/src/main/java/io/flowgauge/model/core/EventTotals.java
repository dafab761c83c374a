package io.flowgauge.model.core;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Facts derived from all events of a run together. Immutable.
 *
 * @param duplicates number of exact duplicates that were dropped, by activity
 * @param withheld events after the time up to which events count
 * @param earliest time of the earliest event other than SKIPPED: nanoseconds, or absent
 * @param latest time of the latest event: nanoseconds, or absent
 */
record EventTotals(
    SortedMap<Integer, Integer> duplicates,
    EventSequence.Prefix withheld,
    long earliest,
    long latest) {

  static EventTotals of(EventColumns events) {
    return new EventTotals(
        events.duplicates, events.withheld, events.earliest(), latest(events.times));
  }

  private static long latest(long[] times) {
    long latest = Columns.ABSENT;
    for (long time : times) {
      latest = Math.max(latest, time);
    }
    return latest;
  }

  /**
   * Returns the totals of a later run, in which only the changed activities have other events.
   *
   * @param ofChanged totals of these activities, without the duplicates dropped before
   */
  EventTotals with(EventTotals ofChanged) {
    SortedMap<Integer, Integer> all = new TreeMap<>(duplicates);
    ofChanged.duplicates.forEach((activity, dropped) -> all.merge(activity, dropped, Integer::sum));
    return new EventTotals(
        all,
        ofChanged.withheld,
        Columns.min(earliest, ofChanged.earliest),
        Math.max(latest, ofChanged.latest));
  }

  /** Number of exact duplicates that were dropped. */
  int duplicateCount() {
    return duplicates.values().stream().mapToInt(n -> n).sum();
  }
}
