package io.flowgauge.metrics.activity;

import io.flowgauge.model.graph.Dag;

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

  private MemberPaths(double[] times, double[] ends, int timed) {
    this.times = times;
    this.ends = ends;
    this.timed = timed;
  }

  /**
   * Finds the paths.
   *
   * @param times both times of each member in turn, 0 or more
   * @param last paths found earlier by other times, or null; up to the first member whose times
   *     differ, they are the same
   */
  static MemberPaths of(Dag quotient, double[] times, MemberPaths last) {
    int from = last == null ? 0 : last.timed; // Nothing after it was computed.
    int timed = last == null ? 0 : last.timed;
    for (int member = 0; member < quotient.nodeCount(); member++) {
      double one = times[2 * member];
      double other = times[2 * member + 1];
      if (one != 0 || other != 0) {
        timed = Math.max(timed, quotient.position(member) + 1);
      }
      if (last != null && (one != last.times[2 * member] || other != last.times[2 * member + 1])) {
        from = Math.min(from, quotient.position(member));
      }
    }
    double[] ends = last == null ? new double[times.length] : last.ends.clone();
    for (int position = from; position < timed; position++) {
      find(quotient, quotient.nodeAt(position), times, ends);
    }
    return new MemberPaths(times, ends, timed);
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
    return longest(0);
  }

  /** Length of the longest path by the second kind of times. */
  public double longestByOthers() {
    return longest(1);
  }

  private double longest(int kind) {
    double longest = 0;
    for (int k = kind; k < ends.length; k += 2) {
      longest = Math.max(longest, ends[k]);
    }
    return longest;
  }
}
