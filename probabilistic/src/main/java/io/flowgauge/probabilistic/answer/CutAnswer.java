package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import java.util.OptionalDouble;

/**
 * A computed answer, with ranges that include what was cut off: times longer than a very small
 * quantile, which can hold much of the variance of a law with a long tail.
 *
 * @param answer the answer
 * @param cut what was cut off
 */
public record CutAnswer(Answer answer, Cut cut) implements Answer {
  private static final double NEGLIGIBLE = 1e-12;

  /**
   * Returns the answer itself if what was cut off is negligible.
   *
   * @param answer an answer
   * @param cut what was cut off
   */
  public static Answer of(Answer answer, Cut cut) {
    double sd = answer.sd();
    boolean isNegligible =
        cut.mean() <= NEGLIGIBLE * Math.abs(answer.mean())
            && cut.variance() <= NEGLIGIBLE * sd * sd;
    return isNegligible ? answer : new CutAnswer(answer, cut);
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
    return answer.relativeError() + cut.mean() / 2 / Math.abs(mean());
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
    Range range = answer.meanRange();
    return new Range(range.lower(), range.upper() + cut.mean());
  }

  @Override
  public Range sdRange() {
    Range range = answer.sdRange();
    double square = range.upper() * range.upper() + cut.variance();
    return new Range(range.lower(), Math.sqrt(square));
  }

  @Override
  public Range quantileRange(double p) {
    return answer.quantileRange(p);
  }
}
