package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import java.util.OptionalDouble;

/**
 * The distribution of a makespan, with its error. Unless an implementation says otherwise, every
 * value may be off by the same fraction plus the same number of seconds. Implementations are
 * immutable and thread-safe.
 */
public interface Answer {
  /** Returns the mean, in seconds. */
  double mean();

  /** Returns the standard deviation, in seconds. */
  double sd();

  /**
   * Returns a quantile.
   *
   * @param p probability, above 0 and below 1
   * @return seconds
   */
  double quantile(double p);

  /**
   * Returns a value of the distribution function.
   *
   * @param t a time in seconds
   * @return probability that the makespan is at most t
   */
  double cdf(double t);

  /** Returns how the answer was found, in words. */
  String method();

  /** Returns how well the error is known. */
  ForecastError.Kind kind();

  /** Returns how far the answer may be off, as a fraction of the mean, 0 or more. */
  double relativeError();

  /**
   * Returns how many seconds the answer may be off in addition to the relative error, 0 or more.
   */
  default double absoluteError() {
    return 0;
  }

  /**
   * Returns the confidence level of the ranges, a probability; empty if they are not confidence
   * intervals.
   */
  default OptionalDouble level() {
    return OptionalDouble.empty();
  }

  /** Returns the range of the mean, in seconds. */
  default Range meanRange() {
    return around(mean());
  }

  /** Returns the range of the standard deviation, in seconds. */
  default Range sdRange() {
    return around(sd());
  }

  /**
   * Returns the range of a quantile.
   *
   * @param p probability, above 0 and below 1
   * @return a range in seconds
   */
  default Range quantileRange(double p) {
    return around(quantile(p));
  }

  private Range around(double value) {
    Range relative = Range.around(value, relativeError());
    return new Range(relative.lower() - absoluteError(), relative.upper() + absoluteError());
  }
}
