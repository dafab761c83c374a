package io.flowgauge.probabilistic.recorded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How long each number of attempts was active while others were ready and waited (a backlog).
 * Immutable and thread-safe.
 */
public final class LoadProfile {
  private final double[] backlog;
  private final double[] waited;
  private final int most;
  private final double span;

  /** A time at which the numbers of active and waiting attempts change. */
  private record Change(long nanos, int active, int waiting) {}

  LoadProfile(double[] backlog, double[] waited, int most, double span) {
    this.backlog = backlog;
    this.waited = waited;
    this.most = most;
    this.span = span;
  }

  /**
   * Sweeps over the attempts of a run.
   *
   * @param holds attempts in any order
   */
  public static LoadProfile of(List<Hold> holds) {
    List<Change> changes = new ArrayList<>(3 * holds.size());
    for (Hold hold : holds) {
      changes.add(new Change(hold.ready(), 0, 1));
      changes.add(new Change(hold.active(), 1, -1));
      changes.add(new Change(hold.ended(), -1, 0));
    }
    // An activity that ends makes room for one that begins at the same time.
    changes.sort(Comparator.comparingLong(Change::nanos).thenComparingInt(Change::active));
    return swept(changes, holds.size());
  }

  private static LoadProfile swept(List<Change> changes, int attempts) {
    LoadSweep sweep = new LoadSweep(attempts);
    int active = 0;
    int waiting = 0;
    for (int k = 0; k + 1 < changes.size(); k++) {
      Change change = changes.get(k);
      active += change.active;
      waiting += change.waiting;
      double nanos = (double) changes.get(k + 1).nanos - change.nanos;
      sweep.pass(nanos, Math.max(0, active), waiting);
    }
    return sweep.profile();
  }

  /** The largest number of attempts ever active at once. */
  public int most() {
    return most;
  }

  /** The part of the time from the first to the last change with a backlog, in [0, 1]. */
  public double backlogShare() {
    double all = sum(backlog);
    return span > 0 ? all / span : 0;
  }

  /**
   * The number of active attempts that a part of the time with a backlog does not exceed; without
   * any, {@link #most()}.
   *
   * @param part in (0, 1]
   */
  public int level(double part) {
    double all = sum(backlog);
    double below = 0;
    for (int n = 0; n < backlog.length && all > 0; n++) {
      below += backlog[n];
      if (below >= part * all) {
        return n;
      }
    }
    return most;
  }

  /** Time waited while the given number were active: nanoseconds of all that waited, added up. */
  double waited(int active) {
    return waited[active];
  }

  double waited() {
    return sum(waited);
  }

  /** Upper bound of the number that were ever active. */
  int levels() {
    return waited.length;
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
