package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Corners;
import io.flowgauge.probabilistic.order.Stages;
import io.flowgauge.probabilistic.order.Steps;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Argument checks, text and equality shared by all laws. Parameters are kept in the order of the
 * text.
 */
abstract class BaseLaw implements Law, Steps, Stages, Corners {
  /** Greatest number of stages of a law; more cannot be used by {@code StageGraph}. */
  static final int MOST_STAGES = 64;

  private static final double HALF = 0.5;

  private final String type;
  private final Map<String, Object> parameters;

  /**
   * Hash code, computed when first needed because samples are long; 0 until then. Racing threads
   * compute equal values.
   */
  private int hash;

  BaseLaw(String type, Map<String, Object> parameters) {
    this.type = type;
    this.parameters = parameters;
  }

  /** The quantile of a probability in (0, 1). */
  abstract double quantileInside(double p);

  /** The upper quantile of a probability in (0, 1). */
  abstract double upperQuantileInside(double q);

  @Override
  public double logCdf(double t) {
    double survival = survival(t);
    return survival < HALF ? Math.log1p(-survival) : Math.log(cdf(t));
  }

  @Override
  public final double quantile(double p) {
    checkProbability(p);
    if (p == 0) {
      return lower();
    }
    return p == 1 ? end() : quantileInside(p);
  }

  @Override
  public final double upperQuantile(double q) {
    checkProbability(q);
    if (q == 0) {
      return end();
    }
    return q == 1 ? lower() : upperQuantileInside(q);
  }

  private double end() {
    return lostFraction() > 0 ? Double.POSITIVE_INFINITY : upper();
  }

  private static void checkProbability(double p) {
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException("probability must be in [0, 1], but is " + p);
    }
  }

  /** Returns the law of the jobs that finish. */
  BaseLaw finishing() {
    return this;
  }

  /** Returns the constant seconds that are added to {@link #unshifted}. */
  double shift() {
    return 0;
  }

  /** Returns the law without its constant {@link #shift}. */
  BaseLaw unshifted() {
    return this;
  }

  /**
   * Returns the law before {@linkplain ClippedLaw clipping}, with this law's shift and scale; this
   * law if nothing is clipped.
   */
  BaseLaw unclipped() {
    return this;
  }

  /** Returns the shape of the gamma law of which this law is a multiple; empty if it is not one. */
  OptionalDouble gammaShape() {
    return OptionalDouble.empty();
  }

  /**
   * Returns the power of which this law is a multiple; empty if there is none, or none that is
   * useful.
   */
  Optional<Power> power() {
    return Optional.empty();
  }

  @Override
  public double lostFraction() {
    return 0;
  }

  @Override
  public boolean hasAtoms() {
    return jumps().length > 0;
  }

  @Override
  public double[] jumps() {
    return new double[0];
  }

  @Override
  public boolean isStepwise() {
    return false;
  }

  @Override
  public double cornerPeriod() {
    return 0;
  }

  @Override
  public double cornerOffset() {
    return 0;
  }

  @Override
  public double[] stageMeans() {
    return new double[0];
  }

  @Override
  public String text() {
    return LawText.of(type, parameters, Integer.MAX_VALUE);
  }

  @Override
  public String toString() {
    return LawText.of(type, parameters, LawText.SHOWN);
  }

  @Override
  public final boolean equals(Object other) {
    return this == other
        || (other instanceof BaseLaw that
            && type.equals(that.type)
            && parameters.equals(that.parameters));
  }

  @Override
  public final int hashCode() {
    int made = hash;
    if (made == 0) {
      made = 31 * type.hashCode() + parameters.hashCode();
      hash = made;
    }
    return made;
  }
}
