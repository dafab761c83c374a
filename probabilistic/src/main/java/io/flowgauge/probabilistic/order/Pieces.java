package io.flowgauge.probabilistic.order;

import java.util.Arrays;

/**
 * A distribution cut into pieces of time over which its density changes so little that a Gauss rule
 * integrates it. Holds the nodes and their probabilities. Times are counted from the lower end.
 * Immutable and thread-safe.
 */
final class Pieces {
  final int count;

  /** Ends of the pieces. */
  final double[] times;

  final double[] masses;

  /** Survival at the ends of the pieces. */
  private final double[] survivals;

  private final Chebyshev polynomials;
  private final double[] centres;
  private final double[] scales;
  private final double[] ofSurvival;
  private final double[] logCentres;
  private final double[] logScales;

  /** Polynomials of the density of the logarithm of the time. */
  private final double[] ofDensity;

  private final GaussLegendre rule;

  /** An integration rule for each piece. */
  final WeightedTimes single;

  /** An integration rule for each piece together with all pieces before it. */
  final WeightedTimes merged;

  /** Probability at the lower end, including what is cut off there. */
  final double atStart;

  /** Probability at the upper end, including what is cut off there. */
  final double atEnd;

  Pieces(Tail tail, Cuts cuts) {
    Fineness fineness = tail.fineness();
    rule = fineness.rule;
    times = cuts.times;
    count = cuts.count();
    masses = new double[count];
    survivals = new double[count + 1];
    polynomials = fineness.piecePolynomials;
    centres = new double[count];
    scales = new double[count];
    logCentres = new double[count];
    logScales = new double[count];
    ofSurvival = new double[count * polynomials.terms];
    ofDensity = new double[ofSurvival.length];
    single = new WeightedTimes(count, rule.nodes.length);
    for (int piece = 0; piece < count; piece++) {
      fitSurvival(tail, piece, cuts.panels[piece]);
      fitDensity(tail, piece, cuts.panels[piece]);
    }
    merged = WeightedTimes.merged(single, times, fineness.mergedPolynomials);
    atStart = -Math.expm1(tail.logInPanel(0, tail.edge(0)));
    survivals[0] = 1 - atStart;
    atEnd = Math.exp(tail.logInPanel(tail.panels() - 1, tail.edge(tail.panels())));
  }

  private void fitDensity(Tail tail, int piece, int panel) {
    double from = Math.log(times[piece]);
    double half = (Math.log(times[piece + 1]) - from) / 2;
    logCentres[piece] = from + half;
    logScales[piece] = 1 / half;
    double[] samples = new double[polynomials.terms];
    for (int k = 0; k < samples.length; k++) {
      double x = from + half * (1 + polynomials.nodes[k]);
      samples[k] = -tail.slopeInPanel(panel, x) * Math.exp(tail.logInPanel(panel, x));
    }
    put(piece, samples, ofDensity);
    fill(piece, from, half);
  }

  private void fill(int piece, double from, double half) {
    int last = single.perRule - 1;
    double mass = 0;
    for (int k = 0; k <= last; k++) {
      double x = from + half * (1 + rule.nodes[last - k]);
      double weight = half * rule.weights[k] * density(piece, x);
      single.put(piece, k, Math.exp(x), weight);
      mass += weight;
    }
    masses[piece] = mass;
  }

  private void fitSurvival(Tail tail, int piece, int panel) {
    double half = (times[piece + 1] - times[piece]) / 2;
    centres[piece] = times[piece] + half;
    scales[piece] = 1 / half;
    double[] samples = new double[polynomials.terms];
    for (int k = 0; k < samples.length; k++) {
      double x = Math.log(centres[piece] + half * polynomials.nodes[k]);
      samples[k] = Math.exp(tail.logInPanel(panel, x));
    }
    survivals[piece + 1] = samples[samples.length - 1];
    put(piece, samples, ofSurvival);
  }

  private void put(int piece, double[] samples, double[] coefficients) {
    System.arraycopy(
        polynomials.powers(polynomials.fit(samples)),
        0,
        coefficients,
        piece * samples.length,
        samples.length);
  }

  /** Returns the survival at any time. */
  double survival(double time) {
    return survival(pieceOf(time), time);
  }

  /** Returns the survival at a time in a piece. */
  double survival(int piece, double time) {
    if (piece < 0) {
      return survivals[0];
    }
    return piece < count ? value(ofSurvival, piece, (time - centres[piece]) * scales[piece]) : 0;
  }

  /** Returns the density of the logarithm of the time. */
  private double density(int piece, double x) {
    return value(ofDensity, piece, (x - logCentres[piece]) * logScales[piece]);
  }

  private double value(double[] coefficients, int piece, double place) {
    double inside = place > 1 ? 1 : place < -1 ? -1 : place;
    return polynomials.value(coefficients, piece * polynomials.terms, inside);
  }

  /**
   * Returns {@code ∫ P(U > t-v) dF} over part of a piece, where all {@code t-v} lie in one piece of
   * U.
   */
  double integral(int piece, double from, double to, Pieces others, int other, double t) {
    double start = Math.log(from);
    double half = (Math.log(to) - start) / 2;
    double sum = 0;
    for (int k = 0; k < rule.nodes.length; k++) {
      double x = start + half * (1 + rule.nodes[k]);
      sum += rule.weights[k] * density(piece, x) * others.survival(other, t - Math.exp(x));
    }
    return sum * half;
  }

  /** Returns an upper bound of the survival in a piece. */
  double mostIn(int piece) {
    return piece < 0 ? 1 : survivals[piece];
  }

  /**
   * Returns the piece that contains a time: -1 before the first one, {@link #count} after the last
   * one.
   */
  int pieceOf(double time) {
    int found = Arrays.binarySearch(times, time);
    return found >= 0 ? found : -found - 2;
  }

  /**
   * Returns {@link #pieceOf} a time that is not after the given piece, searching downwards from it.
   */
  int stepDown(int piece, double time) {
    int at = piece;
    while (at >= 0 && times[at] > time) {
      at--;
    }
    return at;
  }
}
