package io.flowgauge.probabilistic.sampling;

import java.util.OptionalLong;

/**
 * How good an answer is to be. Immutable and thread-safe.
 *
 * @param relativeError of the mean, as a fraction of it
 * @param probability of the quantile that is to be known as well
 * @param quantileError relative error of that quantile; infinite if it may have any
 * @param maxSamples how many samples may be drawn; empty if nothing is said
 * @param seed of random numbers
 */
public record Accuracy(
    double relativeError,
    double probability,
    double quantileError,
    OptionalLong maxSamples,
    long seed) {
  private static final double RELATIVE_ERROR = 0.001;
  private static final double MEDIAN = 0.5;

  /** What is enough if nothing is said. */
  public static final Accuracy USUAL =
      new Accuracy(RELATIVE_ERROR, MEDIAN, Double.POSITIVE_INFINITY, OptionalLong.empty(), 1);

  /**
   * The same but for the error of the mean.
   *
   * @param relative as a fraction of the mean
   * @return another accuracy
   */
  public Accuracy withRelativeError(double relative) {
    return new Accuracy(relative, probability, quantileError, maxSamples, seed);
  }

  /**
   * The same but for the error of a quantile.
   *
   * @param p probability of the quantile
   * @param relative as a fraction of the quantile
   * @return another accuracy
   */
  public Accuracy withQuantileError(double p, double relative) {
    return new Accuracy(relativeError, p, relative, maxSamples, seed);
  }

  /**
   * The same but for the number of samples.
   *
   * @param samples how many may be drawn
   * @return another accuracy
   */
  public Accuracy withMaxSamples(long samples) {
    return new Accuracy(relativeError, probability, quantileError, OptionalLong.of(samples), seed);
  }

  /**
   * The same but for the seed.
   *
   * @param newSeed seed of random numbers
   * @return another accuracy
   */
  public Accuracy withSeed(long newSeed) {
    return new Accuracy(relativeError, probability, quantileError, maxSamples, newSeed);
  }

  /**
   * The same, given that all jobs finish; any quantile will do if it is infinite.
   *
   * @param finishing probability that all jobs finish
   * @return another accuracy
   */
  public Accuracy ofFinishing(double finishing) {
    double p = probability / finishing;
    return p < 1
        ? withQuantileError(p, quantileError)
        : withQuantileError(MEDIAN, Double.POSITIVE_INFINITY);
  }

  /**
   * What a method that errs by as much everywhere must reach.
   *
   * @return a relative error
   */
  public double least() {
    return Math.min(relativeError, quantileError);
  }
}
