package io.flowgauge.probabilistic.law;

import io.flowgauge.probabilistic.order.Moments;
import io.flowgauge.probabilistic.order.OrderStatistic;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/** The law of {@code max(0, R)}, where R has the base law. */
final class ClippedLaw extends BaseLaw {
  private final BaseLaw base;

  private final KeptMoments moments = new KeptMoments(this::computed);

  ClippedLaw(BaseLaw base) {
    super("clipped", Laws.named("base", base));
    this.base = base;
  }

  private Moments computed() {
    return base instanceof NormalLaw normal && normal.mean() >= 0
        ? normal.clippedMoments()
        : OrderStatistic.ofFinite(this).moments(1);
  }

  private boolean changesNothing() {
    return base.lower() >= 0;
  }

  /**
   * Whether the law is the constant 0, possibly only because of rounding, such as for a normal law
   * far below 0.
   */
  private boolean isZero() {
    return base.survival(0) == 0;
  }

  private boolean isBaseEnough(double moment) {
    return changesNothing() || moment == Double.POSITIVE_INFINITY;
  }

  @Override
  public double mean() {
    return isBaseEnough(base.mean()) ? base.mean() : moments.get().mean();
  }

  @Override
  public double sd() {
    return isBaseEnough(base.sd()) ? base.sd() : moments.get().sd();
  }

  @Override
  public double cdf(double t) {
    return t < 0 ? 0 : base.cdf(t);
  }

  @Override
  public double survival(double t) {
    return t < 0 ? 1 : base.survival(t);
  }

  @Override
  public double logCdf(double t) {
    return t < 0 ? Double.NEGATIVE_INFINITY : base.logCdf(t);
  }

  @Override
  double quantileInside(double p) {
    return Math.max(0, base.quantile(p));
  }

  @Override
  double upperQuantileInside(double q) {
    return Math.max(0, base.upperQuantile(q));
  }

  @Override
  public double lower() {
    return Math.max(0, base.lower());
  }

  @Override
  public double upper() {
    return isZero() ? 0 : Math.max(0, base.upper());
  }

  @Override
  BaseLaw finishing() {
    return lostFraction() == 0 ? this : new ClippedLaw(base.finishing());
  }

  @Override
  public double lostFraction() {
    return base.lostFraction();
  }

  @Override
  public double[] jumps() {
    if (changesNothing()) {
      return base.jumps();
    }
    DoubleStream later = Arrays.stream(base.jumps()).filter(t -> t > 0);
    return DoubleStream.concat(DoubleStream.of(0), later).toArray();
  }

  @Override
  public boolean isStepwise() {
    return base.isStepwise() || isZero();
  }

  @Override
  BaseLaw unclipped() {
    return base.unclipped();
  }
}
