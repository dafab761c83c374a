package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;

/** A makespan's distribution. Implementations are immutable and thread-safe. */
public interface Makespan {
  /**
   * The mean.
   *
   * @return seconds
   */
  double mean();

  /**
   * Standard deviation.
   *
   * @return seconds
   */
  double sd();

  /**
   * A quantile.
   *
   * @param p probability, in (0, 1)
   * @return seconds
   */
  double quantile(double p);

  /**
   * The distribution function.
   *
   * @param t seconds
   * @return probability
   */
  double probabilityWithin(double t);

  /**
   * How it was found.
   *
   * @return a phrase
   */
  String method();

  /**
   * What is known of the error.
   *
   * @return the kind
   */
  ForecastError.Kind errorKind();

  /**
   * How far all of it may be off.
   *
   * @return a fraction
   */
  double relativeError();

  /**
   * What an answer may be off besides.
   *
   * @return seconds, 0 or more
   */
  default double absoluteError() {
    return 0;
  }
}
