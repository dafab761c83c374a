package io.flowgauge.prediction;

import java.util.OptionalDouble;

/** How far a forecast may be off. Implementations are immutable and thread-safe. */
public interface ForecastError {

  /** What is known of an error. */
  enum Kind {
    /** The method is exact but for numeric error, which stays below the stated relative error. */
    EXACT_TO,
    /** The answer is surely between the stated bounds. */
    BOUND,
    /** An estimate from comparing two computations of different fineness; not a guarantee. */
    ESTIMATE,
    /** From a sample: the true value is inside with the stated level of confidence. */
    CONFIDENCE_INTERVAL
  }

  /**
   * What is known of the error.
   *
   * @return the kind
   */
  Kind kind();

  /**
   * The error of the mean, relative to the mean.
   *
   * @return half the width of the range of the mean as a fraction of the mean, 0 or more
   */
  double relative();

  /**
   * The probability with which the ranges of a confidence interval cover the true values.
   *
   * @return a number in (0, 1), or empty for other kinds
   */
  OptionalDouble level();

  /**
   * Where the mean is.
   *
   * @return a range holding the forecast's mean
   */
  Range mean();

  /**
   * Where the standard deviation is.
   *
   * @return a range holding the forecast's standard deviation
   */
  Range sd();

  /**
   * Where a quantile is.
   *
   * @param p probability, in (0, 1)
   * @return a range holding the forecast's quantile
   * @throws IllegalArgumentException if p is outside (0, 1)
   */
  Range quantile(double p);
}
