package io.flowgauge.probabilistic.order;

/**
 * Survival of the sum of two independent times, by positive terms only, so that small values keep
 * their relative accuracy: {@code P(X+Y > t) = P(X > c) P(Y > m) + ∫_{y<=m} P(X > t-y) dF_Y +
 * ∫_{x<=c} P(Y > t-x) dF_X} with {@code c + m = t}. Times are since the lower ends.
 */
final class Convolution {
  /** So many pieces of the other one's time may meet one of ours before ours is cut there. */
  private static final int MET = 1;

  private final Tail x;
  private final Tail y;
  private final double negligible;

  Convolution(Tail x, Tail y) {
    this.x = x;
    this.y = y;
    negligible = x.fineness().negligible;
  }

  double survival(double t) {
    double half = t / 2;
    double both = Math.exp(x.logSince(half) + y.logSince(half));
    double least = Math.max(both, Math.exp(Math.max(x.logSince(t), y.logSince(t))));
    if (x == y) {
      return both + 2 * integral(x, y, t, half, least);
    }
    return both + integral(x, y, t, half, least) + integral(y, x, t, half, least);
  }

  /** {@code ∫_{v<=end} P(U > t-v) dF_V}. */
  private double integral(Tail u, Tail v, double t, double end, double least) {
    Pieces own = v.pieces();
    Pieces others = u.pieces();
    double sum = own.atStart * Math.exp(u.logSince(t));
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
    return last <= end ? sum + own.atEnd * Math.exp(u.logSince(t - last)) : sum;
  }

  /** How many pieces from the first one on are better taken together. */
  private static int mergeable(Pieces own, Pieces others, double t, double end, int above) {
    if (above >= others.count) {
      return 0;
    }
    double last = above < MET ? end : Math.min(end, t - others.times[above - MET]);
    int pieces = own.pieceOf(last);
    return pieces * own.single.perRule > own.merged.perRule ? pieces : 0;
  }

  /** Cut where pieces of the other one begin. */
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
