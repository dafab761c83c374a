package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * A computed answer, with ranges that include what was cut off: times longer than a very small
 * quantile, which can hold much of the variance of a law with a long tail. Immutable and
 * thread-safe.
 */
public final class CutAnswer implements Answer {
  private static final double NEGLIGIBLE = 1e-12;

  private final Answer answer;
  private final Supplier<Cut> source;

  /** Computed when a range is first asked for; racing threads compute equal values. */
  private volatile Cut cut;

  /**
   * Creates an answer.
   *
   * @param answer the answer
   * @param source computes what was cut off, which can take longer than the answer itself
   */
  public CutAnswer(Answer answer, Supplier<Cut> source) {
    this.answer = answer;
    this.source = source;
  }

  /** Returns what was cut off, or nothing if that is negligible. */
  private Cut cut() {
    Cut known = cut;
    if (known == null) {
      Cut all = source.get();
      double sd = answer.sd();
      boolean isNegligible =
          all.mean() <= NEGLIGIBLE * Math.abs(answer.mean())
              && all.variance() <= NEGLIGIBLE * sd * sd;
      known = isNegligible ? Cut.NONE : all;
      cut = known;
    }
    return known;
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
    return answer.relativeError() + cut().mean() / 2 / Math.abs(mean());
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
    return new Range(range.lower(), range.upper() + cut().mean());
  }

  @Override
  public Range sdRange() {
    Range range = answer.sdRange();
    if (cut().variance() == 0) { // The square could round.
      return range;
    }
    double square = range.upper() * range.upper() + cut().variance();
    return new Range(range.lower(), Math.sqrt(square));
  }

  @Override
  public Range quantileRange(double p) {
    return answer.quantileRange(p);
  }
}
