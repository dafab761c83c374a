package io.flowgauge.probabilistic.order;

import java.util.ArrayList;
import java.util.List;

/** The times at which a distribution is cut into {@link Pieces}. Immutable and thread-safe. */
final class Cuts {
  /**
   * Greatest logarithm of the ratio of a piece's ends; a function that is singular at twice the end
   * is smooth on such a piece.
   */
  private static final double MAX_WIDTH = 0.7;

  /**
   * Number of powers of e by which the distribution function must be smaller for the width to grow
   * by {@link #MAX_WIDTH} once more.
   */
  private static final double WIDER = 10;

  /** Ends of the pieces, as times since the lower end. */
  final double[] times;

  /** Index of the panel, and so of the polynomial, of each piece. */
  final int[] panels;

  Cuts(Tail tail) {
    List<Double> ends = new ArrayList<>(List.of(tail.edge(0)));
    List<Integer> owners = new ArrayList<>();
    for (int panel = 0; panel < tail.panels(); panel++) {
      split(tail, panel, tail.edge(panel), tail.edge(panel + 1), ends, owners);
    }
    times = ends.stream().mapToDouble(Math::exp).toArray();
    panels = owners.stream().mapToInt(k -> k).toArray();
  }

  private static void split(
      Tail tail, int panel, double from, double to, List<Double> ends, List<Integer> owners) {
    double mid = from + (to - from) / 2;
    if (mid > from && mid < to && isWide(tail, panel, from, to)) {
      split(tail, panel, from, mid, ends, owners);
      split(tail, panel, mid, to, ends, owners);
    } else {
      ends.add(to);
      owners.add(panel);
    }
  }

  private static boolean isWide(Tail tail, int panel, double from, double to) {
    Fineness fineness = tail.fineness();
    double before = tail.logInPanel(panel, from);
    double after = tail.logInPanel(panel, to);
    if (before - after > fineness.fold) {
      return true;
    }
    double cdf = -Math.expm1(after);
    double earlier = -Math.expm1(before);
    return cdf > fineness.negligible
        && (to - from > MAX_WIDTH * (1 - Math.log(cdf) / WIDER)
            || Math.log(cdf / earlier) > fineness.fold);
  }

  /** How many pieces there are. */
  int count() {
    return panels.length;
  }

  /** Returns 0 and the ends of all pieces, with each piece divided into parts of equal ratio. */
  double[] finerTimes(int parts) {
    double[] finer = new double[parts * count() + 2];
    finer[1] = times[0];
    for (int piece = 0; piece < count(); piece++) {
      double ratio = times[piece + 1] / times[piece];
      for (int part = 1; part < parts; part++) {
        finer[piece * parts + part + 1] = times[piece] * Math.pow(ratio, (double) part / parts);
      }
      finer[(piece + 1) * parts + 1] = times[piece + 1];
    }
    return finer;
  }
}
