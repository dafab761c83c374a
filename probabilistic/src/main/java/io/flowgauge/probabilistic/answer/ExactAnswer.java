package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.ForecastError;

/**
 * A constant makespan.
 *
 * @param seconds the makespan
 * @param relativeError how far it may be off, as a fraction
 * @param method how it was found, in words
 */
public record ExactAnswer(double seconds, double relativeError, String method) implements Answer {
  /**
   * Creates a makespan without error.
   *
   * @param seconds the makespan
   * @param method how it was found, in words
   */
  public ExactAnswer(double seconds, String method) {
    this(seconds, 0, method);
  }

  @Override
  public double mean() {
    return seconds;
  }

  @Override
  public double sd() {
    return 0;
  }

  @Override
  public double quantile(double p) {
    return seconds;
  }

  @Override
  public double cdf(double t) {
    return t < seconds ? 0 : 1;
  }

  @Override
  public ForecastError.Kind kind() {
    return ForecastError.Kind.EXACT_TO;
  }
}
