package io.flowgauge.probabilistic.order;

/**
 * The survival function of the sum of two independent times, computed from positive terms only, so
 * that small values keep their relative accuracy: {@code P(X+Y > t) = P(X > c) P(Y > m) + ∫_{y<=m}
 * P(X > t-y) dF_Y + ∫_{x<=c} P(Y > t-x) dF_X} with {@code c + m = t}. Times are counted from the
 * lower ends.
 */
final class Convolution {
  /** Number of pieces of the other time that one of our pieces may span before it is cut. */
  private static final int MET = 1;

  private final Pieces x;
  private final Pieces y;
  private final double negligible;

  Convolution(Tail x, Tail y) {
    this.x = x.pieces();
    this.y = y.pieces();
    negligible = x.fineness().negligible;
  }

  double survival(double t) {
    double half = t / 2;
    if (x == y) {
      double beyond = x.survival(half);
      double both = beyond * beyond;
      double alone = x.survival(t);
      return both + 2 * integral(x, y, t, alone, Math.max(both, alone));
    }
    double both = x.survival(half) * y.survival(half);
    double ofX = x.survival(t);
    double ofY = y.survival(t);
    double least = Math.max(both, Math.max(ofX, ofY));
    return both + integral(x, y, t, ofX, least) + integral(y, x, t, ofY, least);
  }

  /**
   * {@code ∫_{v<=t/2} P(U > t-v) dF_V}.
   *
   * @param alone {@code P(U > t)}
   * @param least lower bound of the whole survival
   */
  private double integral(Pieces others, Pieces own, double t, double alone, double least) {
    double end = t / 2;
    double sum = own.atStart * alone;
    int above = others.pieceOf(t - own.times[0]);
    int first = mergeable(own, others, t, end, above);
    if (first > 0) {
      sum += own.merged.sum(first - 1, others, t, above);
      above = others.stepDown(above, t - own.times[first]);
    }
    for (int k = first; k < own.count && own.times[k] < end; k++) {
      double to = Math.min(end, own.times[k + 1]);
      int below = others.stepDown(above, t - to);
      if (own.masses[k] * others.mostIn(below) > negligible * Math.max(least, sum)) {
        sum +=
            to == own.times[k + 1] && above - below <= MET
                ? own.single.sum(k, others, t, above)
                : inParts(own, others, t, k, to, above);
      }
      above = below;
    }
    double last = own.times[own.count];
    return last <= end ? sum + own.atEnd * others.survival(t - last) : sum;
  }

  /** Returns how many pieces from the first one on are cheaper to integrate together. */
  private static int mergeable(Pieces own, Pieces others, double t, double end, int above) {
    if (above >= others.count) {
      return 0;
    }
    double last = above < MET ? end : Math.min(end, t - others.times[above - MET]);
    int pieces = own.pieceOf(last);
    return pieces * own.single.perRule > own.merged.perRule ? pieces : 0;
  }

  /** Integrates a piece in parts, cut where pieces of the other time begin. */
  private static double inParts(
      Pieces own, Pieces others, double t, int piece, double end, int above) {
    double sum = 0;
    double from = own.times[piece];
    for (int other = above; from < end; other--) {
      double to = other < 0 ? end : Math.min(end, t - others.times[other]);
      if (to > from) {
        sum += own.integral(piece, from, to, others, other, t);
        from = to;
      }
    }
    return sum;
  }
}
