package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;

/** The makespan's distribution, given that all jobs finish. Immutable and thread-safe. */
public interface Answer {
  /**
   * The mean.
   *
   * @return seconds
   */
  double mean();

  /**
   * The standard deviation.
   *
   * @return seconds
   */
  double sd();

  /**
   * A quantile.
   *
   * @param p probability, above 0 and below 1
   * @return seconds
   */
  double quantile(double p);

  /**
   * The distribution function.
   *
   * @param t a time in seconds
   * @return probability that the makespan is no longer
   */
  double cdf(double t);

  /**
   * How the answer was found.
   *
   * @return the method in words
   */
  String method();

  /**
   * What is known of the error.
   *
   * @return what the ranges are
   */
  ForecastError.Kind kind();

  /**
   * Probability that the ranges cover.
   *
   * @return a probability; 1 where they are no confidence intervals
   */
  double level();

  /**
   * Where the mean is.
   *
   * @return a range in seconds
   */
  Range meanRange();

  /**
   * Where the standard deviation is.
   *
   * @return a range in seconds
   */
  Range sdRange();

  /**
   * Where a quantile is.
   *
   * @param p probability, above 0 and below 1
   * @return a range in seconds
   */
  Range quantileRange(double p);
}
