package io.flowgauge.probabilistic.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How many attempts were active while others were ready and waited. If they waited for slots, the
 * number of active attempts equals the number of slots for nearly all that time.
 *
 * @param slots the number that was active during most of the waiting; without waiting the most that
 *     ever were; 0 if none was
 * @param exceeded the part of the waiting that passed while clearly more were active, as no slots
 *     would have allowed; in [0, 1]
 */
record Load(int slots, double exceeded) {
  /** A quarter more may be because who polls learns of ends late. */
  private static final double CLEARLY = 1.25;

  /** A time at which others are active and wait than before. */
  private record Change(long nanos, int active, int waiting) {}

  static Load of(List<Hold> holds) {
    List<Change> changes = new ArrayList<>();
    for (Hold hold : holds) {
      changes.add(new Change(hold.ready(), 0, 1));
      changes.add(new Change(hold.active(), 1, -1));
      changes.add(new Change(hold.ended(), -1, 0));
    }
    // An activity that ends makes room for one that begins at the same time.
    changes.sort(Comparator.comparingLong(Change::nanos).thenComparingInt(Change::active));
    return of(changes, holds.size());
  }

  private static Load of(List<Change> changes, int attempts) {
    double[] waited = new double[attempts + 1];
    int active = 0;
    int waiting = 0;
    int most = 0;
    for (int k = 0; k < changes.size(); k++) {
      Change change = changes.get(k);
      active += change.active;
      waiting += change.waiting;
      most = Math.max(most, active);
      if (k + 1 < changes.size()) {
        waited[Math.max(0, active)] += (double) waiting * (changes.get(k + 1).nanos - change.nanos);
      }
    }
    return ofWaiting(waited, most);
  }

  private static Load ofWaiting(double[] waited, int most) {
    int usual = most;
    double all = 0;
    for (int n = 0; n < waited.length; n++) {
      all += waited[n];
      usual = n > 0 && waited[n] > waited[usual] ? n : usual;
    }
    double beyond = 0;
    for (int n = 0; n < waited.length; n++) {
      beyond += n > CLEARLY * usual ? waited[n] : 0;
    }
    return new Load(usual, all > 0 ? beyond / all : 0);
  }
}
