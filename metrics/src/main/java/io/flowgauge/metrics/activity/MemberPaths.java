package io.flowgauge.metrics.activity;

import io.flowgauge.model.graph.Dag;
import java.util.Arrays;

/**
 * The longest paths through an irregular region by two kinds of times. Both are found together,
 * because looking up the dependencies takes most of the time. Immutable.
 */
public final class MemberPaths {
  /**
   * For each member in turn, both of its times; then the lengths of the longest paths that end with
   * it.
   */
  private final double[] times;

  private final double[] ends;

  /**
   * Position after the last member, in topological order, that ever had a time; later ends are not
   * computed.
   */
  private final int timed;

  private final double longest;
  private final double longestByOthers;

  private MemberPaths(double[] times, double[] ends, int timed) {
    this.times = times;
    this.ends = ends;
    this.timed = timed;
    double one = 0;
    double other = 0;
    for (int k = 0; k < ends.length; k += 2) {
      one = Math.max(one, ends[k]);
      other = Math.max(other, ends[k + 1]);
    }
    longest = one;
    longestByOthers = other;
  }

  /**
   * Finds the paths.
   *
   * @param times both times of each member in turn, 0 or more
   * @param last paths found earlier by other times, or null; up to the first member whose times
   *     differ, they are the same
   */
  static MemberPaths of(Dag quotient, double[] times, MemberPaths last) {
    double[] ends = last == null ? new double[times.length] : last.ends.clone();
    double[] before = last == null ? ends : last.times; // New ends are 0, as times before any are.
    int timed = last == null ? 0 : last.timed;
    int from = timed; // Nothing after it was computed.
    int place = difference(times, before, 0);
    while (place >= 0) {
      int member = place / 2;
      from = Math.min(from, quotient.position(member));
      timed = Math.max(timed, quotient.position(member) + 1);
      place = difference(times, before, 2 * (member + 1));
    }
    for (int position = from; position < timed; position++) {
      find(quotient, quotient.nodeAt(position), times, ends);
    }
    return new MemberPaths(times, ends, timed);
  }

  /** Returns the first place, from a given one, at which times differ, or a number below 0. */
  private static int difference(double[] times, double[] others, int from) {
    int at = Arrays.mismatch(times, from, times.length, others, from, times.length);
    return at < 0 ? at : from + at;
  }

  private static void find(Dag quotient, int member, double[] times, double[] ends) {
    double one = 0;
    double other = 0;
    int count = quotient.predecessorCount(member);
    for (int k = 0; k < count; k++) {
      int before = 2 * quotient.predecessor(member, k);
      one = Math.max(one, ends[before]);
      other = Math.max(other, ends[before + 1]);
    }
    ends[2 * member] = one + times[2 * member];
    ends[2 * member + 1] = other + times[2 * member + 1];
  }

  /** Length of the longest path by the first kind of times. */
  public double longest() {
    return longest;
  }

  /** Length of the longest path by the second kind of times. */
  public double longestByOthers() {
    return longestByOthers;
  }
}
