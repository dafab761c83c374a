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

  /** A time at which the numbers of active and waiting attempts change, and by how much. */
  private record Change(long nanos, int active, int waiting) {}

  LoadProfile(double[] backlog, double[] waited, int most, double span) {
    this.backlog = backlog;
    this.waited = waited;
    this.most = most;
    this.span = span;
  }

  /**
   * Computes the profile of the attempts of a run.
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
      sweep.addTime(nanos, Math.max(0, active), waiting);
    }
    return sweep.profile();
  }

  /** Returns the largest number of attempts ever active at once. */
  public int most() {
    return most;
  }

  /**
   * Returns the fraction of the time from the first to the last change during which there was a
   * backlog, in [0, 1].
   */
  public double backlogShare() {
    double all = sum(backlog);
    return span > 0 ? all / span : 0;
  }

  /**
   * Returns the number of active attempts that was not exceeded during a fraction of the backlog;
   * without a backlog, {@link #most()}.
   *
   * @param part the fraction, in (0, 1]
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

  /**
   * Returns the total time that attempts waited while the given number were active, in nanoseconds.
   */
  double waited(int active) {
    return waited[active];
  }

  double waited() {
    return sum(waited);
  }

  /** Returns an exclusive upper bound of the number of active attempts. */
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
