package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import java.util.OptionalDouble;

/**
 * An answer whose estimated mean lies below a known lower bound, for example because a long time is
 * so rare that no sample contains it. The range of its mean is extended to the bound.
 *
 * @param answer the answer
 * @param least the mean is no less than this, in seconds
 */
public record BoundedAnswer(Answer answer, double least) implements Answer {
  /** Round-off of bounds. */
  private static final double ROUND_OFF = 1e-9;

  /**
   * Returns the answer itself if the range of its mean reaches the bound, else one whose range
   * does.
   *
   * @param answer an answer
   * @param least the mean is no less than this, in seconds
   */
  public static Answer of(Answer answer, double least) {
    double upper = answer.meanRange().upper();
    return upper >= least - ROUND_OFF * Math.abs(least) ? answer : new BoundedAnswer(answer, least);
  }

  @Override
  public double mean() {
    return answer.mean();
  }

  @Override
  public double sd() {
    return answer.sd();
  }

  @Override
  public double quantile(double p) {
    return answer.quantile(p);
  }

  @Override
  public double cdf(double t) {
    return answer.cdf(t);
  }

  @Override
  public String method() {
    return answer.method();
  }

  @Override
  public ForecastError.Kind kind() {
    return answer.kind();
  }

  @Override
  public double relativeError() {
    Range range = meanRange();
    return (range.upper() - range.lower()) / 2 / Math.abs(mean());
  }

  @Override
  public double absoluteError() {
    return answer.absoluteError();
  }

  @Override
  public OptionalDouble level() {
    return answer.level();
  }

  @Override
  public Range meanRange() {
    return new Range(answer.meanRange().lower(), least);
  }

  @Override
  public Range sdRange() {
    return answer.sdRange();
  }

  @Override
  public Range quantileRange(double p) {
    return answer.quantileRange(p);
  }
}
