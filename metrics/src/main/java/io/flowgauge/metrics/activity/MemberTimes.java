package io.flowgauge.metrics.activity;

import java.util.Arrays;

/**
 * Two times of each member of an irregular region, in pages of consecutive members. A {@link #copy}
 * shares the pages in which no time changes, so that runs of one recorder need little more memory
 * than one of them. Not thread-safe while it is being set; immutable from then on.
 */
public final class MemberTimes {
  private static final int BITS = 6;
  private static final int PAGE = 1 << BITS;

  /** For each member in turn, both times. */
  private final double[][] pages;

  /** The largest times of each page, both in turn; those of its own pages are found last. */
  private final double[] largest;

  /** Pages that no other object uses. */
  private final boolean[] own;

  /** All times are 0 at first. */
  public MemberTimes(int members) {
    int count = (members + PAGE - 1) >>> BITS;
    pages = new double[count][];
    for (int p = 0; p < count; p++) {
      pages[p] = new double[2 * Math.min(PAGE, members - (p << BITS))];
    }
    largest = new double[2 * count];
    own = new boolean[count];
    Arrays.fill(own, true);
  }

  private MemberTimes(MemberTimes of) {
    pages = of.pages.clone();
    largest = of.largest.clone();
    own = new boolean[pages.length];
  }

  /** Returns times that are the same at first. From then on, this object must not be changed. */
  public MemberTimes copy() {
    return new MemberTimes(this);
  }

  /** One of the times of a member, 0 or more. */
  double one(int member) {
    return pages[member >>> BITS][2 * (member & (PAGE - 1))];
  }

  /** The other time of a member, 0 or more. */
  double other(int member) {
    return pages[member >>> BITS][2 * (member & (PAGE - 1)) + 1];
  }

  /**
   * Sets both times of a member.
   *
   * @param one 0 or more
   * @param other 0 or more
   */
  public void set(int member, double one, double other) {
    int page = member >>> BITS;
    int at = 2 * (member & (PAGE - 1));
    double[] times = pages[page];
    if (times[at] != one || times[at + 1] != other) {
      if (!own[page]) {
        times = times.clone();
        pages[page] = times;
        own[page] = true;
      }
      times[at] = one;
      times[at + 1] = other;
    }
  }

  /**
   * Returns the first member, from a given one, with a time that differs from that in others, or a
   * number below 0.
   */
  int firstDifference(MemberTimes others, int from) {
    int start = 2 * (from & (PAGE - 1));
    for (int page = from >>> BITS; page < pages.length; page++) {
      double[] times = pages[page];
      double[] theirs = others.pages[page];
      if (times != theirs) {
        int at = Arrays.mismatch(times, start, times.length, theirs, start, theirs.length);
        if (at >= 0) {
          return (page << BITS) + (start + at) / 2;
        }
      }
      start = 0;
    }
    return -1;
  }

  /** Returns the largest one and the largest other time, once all are set. */
  double[] largest() {
    double[] all = new double[2];
    for (int page = 0; page < pages.length; page++) {
      if (own[page]) {
        findLargest(page);
      }
      all[0] = Math.max(all[0], largest[2 * page]);
      all[1] = Math.max(all[1], largest[2 * page + 1]);
    }
    return all;
  }

  private void findLargest(int page) {
    double one = 0;
    double other = 0;
    for (int at = 0; at < pages[page].length; at += 2) {
      one = Math.max(one, pages[page][at]);
      other = Math.max(other, pages[page][at + 1]);
    }
    largest[2 * page] = one;
    largest[2 * page + 1] = other;
  }
}
