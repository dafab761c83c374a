package io.flowgauge.probabilistic.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Halves panels until a polynomial fits the logarithm of a survival function on each of them, as a
 * function of the logarithm of the time since the lower end. Used once.
 */
final class PanelBuilder {

  /** Panels over which survival falls by more powers of e than this are halved. */
  private static final double MAX_FALL = 24;

  /** Growth of the tolerance with the logarithm of the survival, whose round-off grows, too. */
  private static final double PER_FOLD = 0.05;

  /** Safety factor for rounding errors. */
  private static final double NOISE_FACTOR = 4;

  /** Number of representable times in a panel below which it is not halved. */
  private static final double TINY = 16;

  /**
   * Number of panels above which further ones are accepted as they are, and the accuracy of the
   * result is lowered accordingly.
   */
  static final int MAX_PANELS = 400;

  private static final int MAX_DEPTH = 60;

  /**
   * Factor of the tolerance below which an error that halving does not reduce is taken for noise of
   * the function itself.
   */
  private static final double NOISE_FROM = 30;

  private static final double BETTER = 0.5;

  /** Powers of e by which the survival at the end may lie below the cut. */
  private static final double END_FALL = 1;

  private static final int END_STEPS = 20;

  private final DoubleUnaryOperator survival;
  private final double lower;
  private final double cut;

  /** Accuracy of the function itself. */
  private final TailAccuracy given;

  /** Accuracy of the result. */
  private TailAccuracy reached;

  private final Fineness fineness;
  private final double tolerance;
  private final Chebyshev polynomials;

  /** The accepted polynomials, as coefficients of powers. */
  private final List<double[]> accepted = new ArrayList<>();

  private final List<Double> edges = new ArrayList<>();
  private boolean done;

  private PanelBuilder(
      DoubleUnaryOperator survival,
      double lower,
      TailAccuracy given,
      Fineness fineness,
      double tolerance) {
    this.survival = survival;
    this.lower = lower;
    this.given = given;
    cut = Math.log(given.cut());
    reached = new TailAccuracy(given.cut(), Math.max(given.floor(), given.cut()), given.noise());
    this.fineness = fineness;
    this.tolerance = tolerance;
    polynomials = fineness.polynomials;
  }

  /** Builds the tail of a law; times are counted from its lower end. */
  static Tail ofLaw(
      DoubleUnaryOperator survival, double lower, double[] times, double cut, Fineness fineness) {
    TailAccuracy given = TailAccuracy.ofLaw(cut);
    return new PanelBuilder(survival, lower, given, fineness, fineness.lawTolerance).build(times);
  }

  /**
   * Builds the tail of a sum; times are counted from its lower end. Its survival function lacks the
   * probability that was cut off from the parts.
   */
  static Tail ofSum(Tail one, Tail other, double[] times) {
    Convolution sum = new Convolution(one, other);
    TailAccuracy given = one.accuracy().plus(other.accuracy());
    Fineness fineness = one.fineness();
    double lower = one.lower() + other.lower();
    return new PanelBuilder(sum::survival, lower, given, fineness, fineness.sumTolerance)
        .build(times);
  }

  private Tail build(double[] times) {
    double x = Math.log(times[0]);
    double log = log(x);
    edges.add(x);
    for (int k = 1; k < times.length && !done; k++) {
      double nextX = Math.log(times[k]);
      if (nextX > x) {
        double nextLog = log(nextX);
        if (log >= cut && nextLog < cut) {
          nextX = end(x, nextX, nextLog);
          nextLog = log(nextX);
        }
        panel(x, log, nextX, nextLog, 0, Double.POSITIVE_INFINITY);
        x = nextX;
        log = nextLog;
      }
    }
    if (accepted.isEmpty()) {
      edges.add(Math.nextUp(x));
      accepted.add(new double[polynomials.terms]);
    }
    return new Tail(
        fineness, reached, lower, edges.stream().mapToDouble(t -> t).toArray(), accepted);
  }

  /** Returns an end shortly after the cut, so that panels need not be halved to end there. */
  private double end(double from, double to, double atTo) {
    double before = from;
    double after = to;
    double atAfter = atTo;
    for (int step = 0; step < END_STEPS && atAfter < cut - END_FALL; step++) {
      double mid = before + (after - before) / 2;
      double atMid = log(mid);
      if (atMid < cut) {
        after = mid;
        atAfter = atMid;
      } else {
        before = mid;
      }
    }
    return after;
  }

  private double log(double x) {
    return Math.log(Math.min(1, survival.applyAsDouble(Math.exp(x))));
  }

  private void panel(
      double from, double atFrom, double to, double atTo, int depth, double restBefore) {
    if (done || atFrom < cut) {
      done = true;
      return;
    }
    if (isTiny(from, to)) {
      accept(to, line(atFrom, atTo));
      return;
    }
    double mid = from + (to - from) / 2;
    boolean last = depth >= limit();
    if (!last && !(atFrom - atTo < MAX_FALL)) {
      halves(from, atFrom, mid, log(mid), to, atTo, depth, restBefore);
      return;
    }
    double[] samples = samples(from, atFrom, to, atTo);
    double[] fit = polynomials.fit(samples);
    double smooth = tolerance * Math.max(1, -atTo * PER_FOLD);
    double allowed = smooth + noise(from, to, atFrom, atTo);
    double rest = Math.abs(fit[fit.length - 1]) + Math.abs(fit[fit.length - 2]);
    boolean isNoise = rest < NOISE_FROM * smooth && rest > BETTER * restBefore;
    if (last || rest < allowed || isNoise) {
      if (!(rest < allowed)) {
        reached = isNoise ? reached.withNoise(rest) : reached.withFloor(rest * Math.exp(atFrom));
      }
      accept(to, fit);
    } else {
      halves(from, atFrom, mid, samples[samples.length / 2], to, atTo, depth, rest);
    }
  }

  private double[] line(double atFrom, double atTo) {
    double[] line = new double[polynomials.terms];
    line[1] = (atTo - atFrom) / 2;
    line[0] = atFrom + line[1];
    return line;
  }

  private void halves(
      double from,
      double atFrom,
      double mid,
      double atMid,
      double to,
      double atTo,
      int depth,
      double rest) {
    panel(from, atFrom, mid, atMid, depth + 1, rest);
    panel(mid, atMid, to, atTo, depth + 1, rest);
  }

  private int limit() {
    return accepted.size() < MAX_PANELS ? MAX_DEPTH : 0;
  }

  private double[] samples(double from, double atFrom, double to, double atTo) {
    int last = polynomials.terms - 1;
    double[] samples = new double[polynomials.terms];
    samples[0] = atFrom;
    samples[last] = atTo;
    double half = (to - from) / 2;
    for (int k = 1; k < last; k++) {
      samples[k] = log(from + half * (1 + polynomials.nodes[k]));
    }
    return samples;
  }

  /**
   * Returns the noise that no polynomial can follow: from the rounding of times, and from the
   * probability that the parts lack.
   */
  private double noise(double from, double to, double atFrom, double atTo) {
    double start = Math.exp(from);
    double end = Math.exp(to);
    double ofTimes = NOISE_FACTOR * rounding(start, end) * (atFrom - atTo) / (end - start);
    double most = 1 / TailAccuracy.CUT_GROWTH;
    double ofParts = given.floor() * Math.exp(-(atFrom + atTo) / 2);
    return ofTimes + given.noise() + Math.min(most, ofParts);
  }

  private double rounding(double start, double end) {
    return Math.ulp(Math.max(Math.abs(lower + start), Math.abs(lower + end)));
  }

  private boolean isTiny(double from, double to) {
    double start = Math.exp(from);
    double end = Math.exp(to);
    return end - start < TINY * rounding(start, end);
  }

  private void accept(double to, double[] fit) {
    if (Double.isFinite(Arrays.stream(fit).sum())) {
      edges.add(to);
      accepted.add(polynomials.powers(fit));
    } else {
      done = true;
    }
  }
}
