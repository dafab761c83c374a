package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;

/**
 * A makespan that does not vary.
 *
 * @param seconds that makespan
 * @param method how it was found, in words
 */
public record ExactAnswer(double seconds, String method) implements Answer {
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

  @Override
  public double level() {
    return 1;
  }

  @Override
  public Range meanRange() {
    return new Range(seconds, seconds);
  }

  @Override
  public Range sdRange() {
    return new Range(0, 0);
  }

  @Override
  public Range quantileRange(double p) {
    return meanRange();
  }
}
