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
  private final GaussLegendre rule;
  private final double negligible;

  Convolution(Tail x, Tail y) {
    this.x = x;
    this.y = y;
    rule = x.fineness().rule;
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
    for (int k = 0; k < own.count && own.times[k] < end; k++) {
      double to = Math.min(end, own.times[k + 1]);
      int below = others.stepDown(above, t - to);
      if (own.masses[k] * others.mostIn(below) > negligible * Math.max(least, sum)) {
        sum +=
            to == own.times[k + 1] && above - below <= MET
                ? whole(own, others, t, k, above)
                : inParts(v, others, t, k, to, above);
      }
      above = below;
    }
    double last = own.times[own.count];
    return last <= end ? sum + own.atEnd * Math.exp(u.logSince(t - last)) : sum;
  }

  private static double whole(Pieces own, Pieces others, double t, int piece, int above) {
    double sum = 0;
    int end = (piece + 1) * own.perPiece;
    for (int k = piece * own.perPiece; k < end; k++) {
      double time = t - own.nodeTimes[k];
      int other = others.stepDown(above, time);
      sum += own.nodeMasses[k] * others.survival(other, time);
    }
    return sum;
  }

  /** Cut where pieces of the other one begin. */
  private double inParts(Tail v, Pieces others, double t, int piece, double end, int above) {
    double sum = 0;
    double from = v.pieces().times[piece];
    for (int other = above; from < end; other--) {
      double to = other < 0 ? end : Math.min(end, t - others.times[other]);
      if (to > from) {
        sum += part(v, others, t, piece, from, to, other);
        from = to;
      }
    }
    return sum;
  }

  private double part(
      Tail v, Pieces others, double t, int piece, double from, double to, int other) {
    int panel = v.pieces().panels[piece];
    double start = Math.log(from);
    double half = (Math.log(to) - start) / 2;
    double sum = 0;
    for (int k = 0; k < rule.nodes.length; k++) {
      double at = start + half * (1 + rule.nodes[k]);
      double density = -v.slopeInPanel(panel, at) * Math.exp(v.logInPanel(panel, at));
      sum += rule.weights[k] * density * others.survival(other, t - Math.exp(at));
    }
    return sum * half;
  }
}
