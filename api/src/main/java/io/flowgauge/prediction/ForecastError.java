package io.flowgauge.prediction;

import java.util.OptionalDouble;

/** How far a forecast may be off. Implementations are immutable and thread-safe. */
public interface ForecastError {

  /** How well an error is known. Immutable and thread-safe. */
  enum Kind {
    /**
     * The method is exact except for numerical error, which stays below the stated relative error.
     */
    EXACT_TO,
    /** The answer certainly lies between the stated bounds. */
    BOUND,
    /** An estimate from comparing two computations of different fineness; not a guarantee. */
    ESTIMATE,
    /**
     * An interval from a sample, which contains the true value with the stated level of confidence.
     */
    CONFIDENCE_INTERVAL
  }

  /**
   * How well the error is known.
   *
   * @return the kind
   */
  Kind kind();

  /**
   * The relative error of the mean or, if the mean is infinite, of the median.
   *
   * @return half the width of the range of the mean as a fraction of the mean, 0 or more; infinite
   *     where nothing is known
   */
  double relative();

  /**
   * The probability with which the ranges of a confidence interval cover the true values.
   *
   * @return a number in (0, 1), or empty for other kinds
   */
  OptionalDouble level();

  /**
   * Range of the mean.
   *
   * @return a range that contains the forecast's mean
   */
  Range mean();

  /**
   * Range of the standard deviation.
   *
   * @return a range that contains the forecast's standard deviation
   */
  Range sd();

  /**
   * Range of a quantile.
   *
   * @param p probability, in (0, 1)
   * @return a range that contains the forecast's quantile
   * @throws IllegalArgumentException if p is outside (0, 1)
   */
  Range quantile(double p);
}
