package io.flowgauge.probabilistic.law;

import io.flowgauge.probabilistic.order.OrderStatistic;
import java.util.Arrays;

/** The longest of several independent times. */
final class MaximumLaw extends BaseLaw {
  private static final double HALF = 0.5;

  private final BaseLaw base;
  private final double count;
  private final KeptMoments moments;

  MaximumLaw(double count, BaseLaw base) {
    super("maximum", Laws.named("count", count, "base", base));
    this.base = base;
    this.count = count;
    moments = new KeptMoments(() -> OrderStatistic.of(base).moments(count));
  }

  @Override
  public double mean() {
    return moments.get().mean();
  }

  @Override
  public double sd() {
    return moments.get().sd();
  }

  @Override
  public double cdf(double t) {
    return Math.exp(count * base.logCdf(t));
  }

  @Override
  public double survival(double t) {
    return -Math.expm1(count * base.logCdf(t));
  }

  @Override
  public double logCdf(double t) {
    return count * base.logCdf(t);
  }

  @Override
  double quantileInside(double p) {
    return ofLogCdf(Math.log(p));
  }

  @Override
  double upperQuantileInside(double q) {
    return ofLogCdf(Math.log1p(-q));
  }

  private double ofLogCdf(double log) {
    double upper = -Math.expm1(log / count);
    return upper < HALF ? base.upperQuantile(upper) : base.quantile(Math.exp(log / count));
  }

  @Override
  public double lower() {
    return base.lower();
  }

  @Override
  public double upper() {
    return base.upper();
  }

  /** Returns the law given that all jobs finish. */
  @Override
  BaseLaw finishing() {
    return lostFraction() == 0 ? this : new MaximumLaw(count, base.finishing());
  }

  @Override
  public double lostFraction() {
    return -Math.expm1(count * Math.log1p(-base.lostFraction()));
  }

  @Override
  public double[] jumps() {
    return base.jumps();
  }

  @Override
  public double cornerPeriod() {
    return base.cornerPeriod();
  }

  @Override
  public double cornerOffset() {
    return base.cornerOffset();
  }

  @Override
  public boolean isStepwise() {
    return base.isStepwise();
  }

  /**
   * Returns the stages of a maximum of exponential times: while k of them run, the next one ends
   * after a k-th of their mean, on average.
   */
  @Override
  public double[] stageMeans() {
    double[] one = base.stageMeans();
    if (one.length != 1 || count != Math.rint(count) || count > MOST_STAGES) {
      return new double[0];
    }
    double[] means = new double[(int) count];
    Arrays.setAll(means, k -> one[0] / (k + 1));
    return means;
  }
}
