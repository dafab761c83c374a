package io.flowgauge.probabilistic.law;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.statistics.distribution.GammaDistribution;

/** The gamma law. */
final class GammaLaw extends BaseLaw {
  /**
   * Below this, the first term of the series is its exact value, and the time may be too small for
   * a double.
   */
  private static final double TINY = 1e-20;

  private final double shape;
  private final double scale;
  private final GammaDistribution standard;

  GammaLaw(double shape, double scale) {
    super("gamma", Laws.named("shape", shape, "scale", scale));
    this.shape = shape;
    this.scale = scale;
    standard = GammaDistribution.of(shape, 1);
  }

  @Override
  public double mean() {
    return shape * scale;
  }

  @Override
  public double sd() {
    return Math.sqrt(shape) * scale;
  }

  @Override
  public double cdf(double t) {
    return standard.cumulativeProbability(t / scale);
  }

  @Override
  public double survival(double t) {
    return standard.survivalProbability(t / scale);
  }

  @Override
  double quantileInside(double p) {
    double lo = firstTermReaches(Math.log(p));
    return lo < TINY
        ? scale * lo
        : scale * Crossing.ofRising(standard::cumulativeProbability, p, Math.min(lo, shape), mid());
  }

  @Override
  double upperQuantileInside(double q) {
    double lo = firstTermReaches(Math.log1p(-q));
    return lo < TINY
        ? scale * lo
        : scale * Crossing.ofFalling(standard::survivalProbability, q, Math.min(lo, shape), mid());
  }

  /**
   * Returns where the first term of the series, {@code x^shape / Γ(shape + 1)}, which is an upper
   * bound of it, reaches a level. The result is above 0, so that its logarithm is finite.
   */
  private double firstTermReaches(double logLevel) {
    double place = Math.exp((logLevel + LogGamma.value(shape + 1)) / shape);
    return Math.max(place, Double.MIN_VALUE);
  }

  private double mid() {
    return shape + Math.sqrt(shape) + 1;
  }

  @Override
  public double lower() {
    return 0;
  }

  @Override
  public double upper() {
    return Double.POSITIVE_INFINITY;
  }

  @Override
  OptionalDouble gammaShape() {
    return OptionalDouble.of(shape);
  }

  /** Returns the stages of an Erlang law, if the shape is a whole number. */
  @Override
  public double[] stageMeans() {
    boolean isWhole = shape == Math.rint(shape) && shape <= MOST_STAGES;
    double[] means = new double[isWhole ? (int) shape : 0];
    Arrays.fill(means, scale);
    return means;
  }
}
