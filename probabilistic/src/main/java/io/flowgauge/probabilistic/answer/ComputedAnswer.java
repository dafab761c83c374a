package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.Integrals;
import io.flowgauge.probabilistic.law.Crossing;

/** The longest of some independent instances of a workflow, whose distribution was computed. */
public final class ComputedAnswer implements Answer {
  /** Round-off of integrals. */
  private static final double ROUND_OFF = 1e-11;

  /** The quantiles that the error estimate compares; the upper tail is the least certain. */
  private static final double[] PROBES = {0.5, 0.95, 0.99};

  private final Curve curve;

  /** A coarser curve for comparison; null if there is none. */
  private final Curve coarse;

  private final double count;
  private final String method;
  private final double mean;
  private final double sd;
  private final double safety;
  private final double error;

  private ComputedAnswer(
      Curve curve, double count, String method, double safety, ComputedAnswer coarse) {
    this.curve = curve;
    this.coarse = coarse == null ? null : coarse.curve;
    this.count = count;
    this.method = method;
    this.safety = safety;
    Integrals integrals = Integrals.of(curve);
    mean = integrals.mean(count);
    sd = integrals.sd(count, mean);
    error = coarse == null ? ROUND_OFF : ROUND_OFF + safety * difference(coarse);
  }

  /**
   * Creates an answer whose error is estimated by comparison with a coarser one.
   *
   * @param count number of independent instances, of which the longest counts; 1 or more
   * @param method how the curve was found, in words
   * @param safety the error may be this many times the difference to the coarser answer
   * @param coarse null if there is none yet
   */
  public static ComputedAnswer of(
      Curve curve, double count, String method, double safety, ComputedAnswer coarse) {
    return new ComputedAnswer(curve, count, method, safety, coarse);
  }

  private double difference(ComputedAnswer coarse) {
    Integrals other = Integrals.coarse(coarse.curve);
    double otherMean = other.mean(count);
    double off = relative(mean, otherMean);
    double otherSd = other.sd(count, otherMean);
    off = Math.max(off, Math.abs(sd - otherSd) / Math.max(sd, Math.abs(mean) * ROUND_OFF));
    for (double p : PROBES) {
      off = Math.max(off, relative(quantile(p), coarse.quantile(p)));
    }
    return off;
  }

  private double relative(double value, double other) {
    return Math.abs(value - other) / Math.max(Math.abs(value), Math.max(sd, Double.MIN_NORMAL));
  }

  /** Whether the error was estimated by comparison with a coarser answer. */
  public boolean isCompared() {
    return coarse != null;
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public double sd() {
    return sd;
  }

  @Override
  public double quantile(double p) {
    return quantile(curve, p);
  }

  private double quantile(Curve of, double p) {
    double survival = -Math.expm1(Math.log(p) / count);
    return of.isConstant()
        ? of.lower()
        : Crossing.ofFalling(of::survival, survival, of.lower(), of.upper());
  }

  @Override
  public double cdf(double t) {
    return Math.exp(count * Math.log1p(-curve.survival(t)));
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public ForecastError.Kind kind() {
    return ForecastError.Kind.ESTIMATE;
  }

  /**
   * Returns the estimated relative error: the difference from the coarser answer, times the safety
   * factor. It is mostly larger than the actual error.
   */
  @Override
  public double relativeError() {
    return error;
  }

  @Override
  public Range quantileRange(double p) {
    double value = quantile(p);
    double own = coarse == null ? 0 : safety * relative(value, quantile(coarse, p));
    return Range.around(value, Math.max(error, own));
  }
}
