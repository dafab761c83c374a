package io.flowgauge.probabilistic.sampling;

import java.util.OptionalLong;

/**
 * The accuracy required of an answer. Immutable and thread-safe.
 *
 * @param relativeError error of the mean, as a fraction of it
 * @param probability probability of the quantile whose accuracy is also required
 * @param quantileError relative error of that quantile; infinite if there is no requirement
 * @param maxSamples how many samples may be drawn; empty for the default
 */
public record AccuracyGoal(
    double relativeError,
    double probability,
    double quantileError,
    OptionalLong maxSamples,
    long seed) {
  private static final double RELATIVE_ERROR = 0.001;
  private static final double MEDIAN = 0.5;

  /** The default goal. */
  public static final AccuracyGoal USUAL =
      new AccuracyGoal(RELATIVE_ERROR, MEDIAN, Double.POSITIVE_INFINITY, OptionalLong.empty(), 1);

  /**
   * Returns a copy with another error of the mean.
   *
   * @param relative error as a fraction of the mean
   */
  public AccuracyGoal withRelativeError(double relative) {
    return new AccuracyGoal(relative, probability, quantileError, maxSamples, seed);
  }

  /**
   * Returns a copy with another error of a quantile.
   *
   * @param p probability of the quantile
   * @param relative error as a fraction of the quantile
   */
  public AccuracyGoal withQuantileError(double p, double relative) {
    return new AccuracyGoal(relativeError, p, relative, maxSamples, seed);
  }

  /**
   * Returns a copy with another number of samples.
   *
   * @param samples how many may be drawn
   */
  public AccuracyGoal withMaxSamples(long samples) {
    return new AccuracyGoal(
        relativeError, probability, quantileError, OptionalLong.of(samples), seed);
  }

  /** Returns a copy with another seed. */
  public AccuracyGoal withSeed(long newSeed) {
    return new AccuracyGoal(relativeError, probability, quantileError, maxSamples, newSeed);
  }

  /**
   * Returns the corresponding goal given that all jobs finish. If the quantile is then infinite,
   * its accuracy is not required.
   *
   * @param finishing probability that all jobs finish
   */
  public AccuracyGoal ofFinishing(double finishing) {
    double p = probability / finishing;
    return p < 1
        ? withQuantileError(p, quantileError)
        : withQuantileError(MEDIAN, Double.POSITIVE_INFINITY);
  }

  /**
   * Returns the relative error that a method with the same error for mean and quantiles must reach.
   */
  public double least() {
    return Math.min(relativeError, quantileError);
  }
}
