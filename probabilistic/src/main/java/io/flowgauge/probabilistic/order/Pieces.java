package io.flowgauge.probabilistic.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A distribution in pieces of time over which its density changes so little that a Gauss rule
 * integrates it: nodes and their probabilities. Times are since the lower end. Immutable and
 * thread-safe.
 */
final class Pieces {
  /** Logarithm of the ratio of times over which a function singular at twice the end is smooth. */
  private static final double MAX_WIDTH = 0.7;

  /** Widths may grow by as much again for each of these powers of e of small probability. */
  private static final double WIDER = 10;

  final int perPiece;
  final int count;

  /** Ends of the pieces. */
  final double[] times;

  /** The polynomial each piece is in. */
  final int[] panels;

  final double[] masses;

  /** At the ends of the pieces. */
  private final double[] survivals;

  private final Chebyshev polynomials;
  private final double[] centres;
  private final double[] scales;
  private final double[] coefficients;

  final double[] nodeTimes;

  final double[] nodeMasses;

  /** Probability of the lower end, and what is cut off there. */
  final double atStart;

  /** The same of the upper end. */
  final double atEnd;

  Pieces(Tail tail) {
    Fineness fineness = tail.fineness();
    List<Double> ends = new ArrayList<>(List.of(tail.edge(0)));
    List<Integer> owners = new ArrayList<>();
    for (int panel = 0; panel < tail.panels(); panel++) {
      split(tail, panel, tail.edge(panel), tail.edge(panel + 1), ends, owners);
    }
    double[] places = ends.stream().mapToDouble(x -> x).toArray();
    times = Arrays.stream(places).map(Math::exp).toArray();
    panels = owners.stream().mapToInt(k -> k).toArray();
    perPiece = fineness.rule.nodes.length;
    count = panels.length;
    masses = new double[count];
    survivals = new double[count + 1];
    polynomials = fineness.piecePolynomials;
    centres = new double[count];
    scales = new double[count];
    coefficients = new double[count * polynomials.terms];
    nodeTimes = new double[count * perPiece];
    nodeMasses = new double[nodeTimes.length];
    for (int piece = 0; piece < count; piece++) {
      fill(tail, piece, places[piece], (places[piece + 1] - places[piece]) / 2);
      fit(tail, piece);
    }
    atStart = -Math.expm1(tail.logInPanel(0, places[0]));
    survivals[0] = 1 - atStart;
    atEnd = Math.exp(tail.logInPanel(tail.panels() - 1, places[count]));
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

  private void fill(Tail tail, int piece, double from, double half) {
    GaussLegendre rule = tail.fineness().rule;
    int panel = panels[piece];
    double mass = 0;
    for (int k = 0; k < perPiece; k++) {
      double x = from + half * (1 + rule.nodes[perPiece - 1 - k]);
      double weight = half * rule.weights[k];
      int at = piece * perPiece + k;
      double log = tail.logInPanel(panel, x);
      nodeTimes[at] = Math.exp(x);
      nodeMasses[at] = -weight * tail.slopeInPanel(panel, x) * Math.exp(log);
      mass += nodeMasses[at];
    }
    masses[piece] = mass;
  }

  /** From 0, and with each piece in equal parts. */
  double[] finerTimes(int parts) {
    double[] finer = new double[parts * count + 2];
    finer[1] = times[0];
    for (int piece = 0; piece < count; piece++) {
      double ratio = times[piece + 1] / times[piece];
      for (int part = 1; part < parts; part++) {
        finer[piece * parts + part + 1] = times[piece] * Math.pow(ratio, (double) part / parts);
      }
      finer[(piece + 1) * parts + 1] = times[piece + 1];
    }
    return finer;
  }

  private void fit(Tail tail, int piece) {
    double half = (times[piece + 1] - times[piece]) / 2;
    centres[piece] = times[piece] + half;
    scales[piece] = 1 / half;
    double[] samples = new double[polynomials.terms];
    for (int k = 0; k < samples.length; k++) {
      double x = Math.log(centres[piece] + half * polynomials.nodes[k]);
      samples[k] = Math.exp(tail.logInPanel(panels[piece], x));
    }
    survivals[piece + 1] = samples[samples.length - 1];
    System.arraycopy(
        polynomials.powers(polynomials.fit(samples)),
        0,
        coefficients,
        piece * samples.length,
        samples.length);
  }

  /** Survival at a time in a piece. */
  double survival(int piece, double time) {
    if (piece < 0) {
      return survivals[0];
    }
    if (piece >= count) {
      return 0;
    }
    double at = Math.max(-1, Math.min(1, (time - centres[piece]) * scales[piece]));
    return polynomials.ofPowers(coefficients, piece * polynomials.terms, at);
  }

  /** At least the survival at any time in a piece. */
  double mostIn(int piece) {
    return piece < 0 ? 1 : survivals[piece];
  }

  /** The piece a time is in: -1 before the first one, {@link #count} after the last one. */
  int pieceOf(double time) {
    int found = Arrays.binarySearch(times, time);
    return found >= 0 ? found : -found - 2;
  }

  /** As {@link #pieceOf}, for a time before another one's piece. */
  int stepDown(int piece, double time) {
    int at = piece;
    while (at >= 0 && times[at] > time) {
      at--;
    }
    return at;
  }
}
