package io.flowgauge.metrics.activity;

import io.flowgauge.model.graph.Dag;

/**
 * The longest paths through an irregular region by two kinds of times. Both are found together,
 * because looking up the dependencies takes most of the time. Immutable.
 */
public final class MemberPaths {
  private final MemberTimes times;

  /** The lengths of the longest paths that end with each member. */
  private final MemberTimes ends;

  /**
   * Position after the last member, in topological order, that ever had a time; later ends are not
   * computed.
   */
  private final int timed;

  private final double longest;
  private final double longestByOthers;

  private MemberPaths(MemberTimes times, MemberTimes ends, int timed) {
    this.times = times;
    this.ends = ends;
    this.timed = timed;
    double[] largest = ends.largest();
    longest = largest[0];
    longestByOthers = largest[1];
  }

  /**
   * Finds the paths.
   *
   * @param times never to be changed any more
   * @param last paths found earlier by other times, or null; up to the first member whose times
   *     differ, they are the same
   */
  static MemberPaths of(Dag quotient, MemberTimes times, MemberPaths last) {
    MemberTimes ends = last == null ? new MemberTimes(quotient.nodeCount()) : last.ends.copy();
    MemberTimes before = last == null ? ends : last.times; // All are 0 at first.
    int timed = last == null ? 0 : last.timed;
    int from = timed; // Nothing after it was computed.
    int member = times.firstDifference(before, 0);
    while (member >= 0) {
      from = Math.min(from, quotient.position(member));
      timed = Math.max(timed, quotient.position(member) + 1);
      member = times.firstDifference(before, member + 1);
    }
    for (int position = from; position < timed; position++) {
      find(quotient, quotient.nodeAt(position), times, ends);
    }
    return new MemberPaths(times, ends, timed);
  }

  private static void find(Dag quotient, int member, MemberTimes times, MemberTimes ends) {
    double one = 0;
    double other = 0;
    int count = quotient.predecessorCount(member);
    for (int k = 0; k < count; k++) {
      int before = quotient.predecessor(member, k);
      one = Math.max(one, ends.one(before));
      other = Math.max(other, ends.other(before));
    }
    ends.set(member, one + times.one(member), other + times.other(member));
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
