package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Corners;
import io.flowgauge.probabilistic.order.Stages;
import io.flowgauge.probabilistic.order.Steps;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Checks of arguments, text and equality that all laws share. Parameters in order of the text. */
abstract class BaseLaw implements Law, Steps, Stages, Corners {
  /** Greatest number of stages of a law; more are of no use. */
  static final int MOST_STAGES = 64;

  private static final double HALF = 0.5;

  private final String type;
  private final Map<String, Object> parameters;

  /** Made when first needed, as samples are long; 0 until then. Racing threads make equal ones. */
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

  /** The law of those that finish. */
  BaseLaw finishing() {
    return this;
  }

  /** The fixed seconds in front of {@link #unshifted}. */
  double shift() {
    return 0;
  }

  /** The law without them. */
  BaseLaw unshifted() {
    return this;
  }

  /** The law that this is the {@link ClippedLaw} of, moved and scaled alike; else this. */
  BaseLaw unclipped() {
    return this;
  }

  /** The shape of the gamma law that this is a multiple of; empty if it is none. */
  OptionalDouble gammaShape() {
    return OptionalDouble.empty();
  }

  /** The power that this is a multiple of; empty if it is none, or if that is of no use. */
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
