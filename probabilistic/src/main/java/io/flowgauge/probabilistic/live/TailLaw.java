package io.flowgauge.probabilistic.live;

import io.flowgauge.probabilistic.integral.LawMoments;
import io.flowgauge.probabilistic.law.DerivedLaw;
import io.flowgauge.probabilistic.order.Tail;
import java.util.LinkedHashMap;
import java.util.Map;

/** A constant time plus a random one that is given by its tail. */
final class TailLaw extends DerivedLaw {
  private final double shift;
  private final Tail tail;

  TailLaw(double shift, Tail tail) {
    super("sum", parameters(shift, tail));
    this.shift = shift;
    this.tail = tail;
  }

  private static Map<String, Object> parameters(double shift, Tail tail) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("shift", shift);
    all.put("lower", tail.atLogSurvival(0));
    all.put("median", tail.atLogSurvival(-Math.log(2)));
    return all;
  }

  /** Returns {@code ln P(R > t)}, which does not underflow as the survival function does. */
  double logSurvival(double t) {
    return tail.logSurvival(t - shift);
  }

  @Override
  public double mean() {
    return LawMoments.of(this).mean();
  }

  @Override
  public double sd() {
    return LawMoments.of(this).sd();
  }

  @Override
  public double cdf(double t) {
    return -Math.expm1(logSurvival(t));
  }

  @Override
  public double survival(double t) {
    return Math.exp(logSurvival(t));
  }

  @Override
  protected double quantileWithin(double p) {
    return shift + tail.atLogSurvival(Math.log1p(-p));
  }

  @Override
  protected double upperQuantileWithin(double q) {
    return shift + tail.atLogSurvival(Math.log(q));
  }

  @Override
  public double lower() {
    return shift + tail.atLogSurvival(0);
  }

  @Override
  public double upper() {
    return shift + tail.atLogSurvival(Double.NEGATIVE_INFINITY);
  }
}
