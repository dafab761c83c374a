package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import java.util.OptionalDouble;

/** An answer, with lost jobs and moments that do not exist taken into account. */
public class AnswerForecast extends CheckedForecast {
  private static final Range INFINITE =
      new Range(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  private final Answer answer;
  private final Existence existence;

  /**
   * What exists of a forecast.
   *
   * @param finishing probability that no job is lost
   * @param hasMean whether the mean is finite
   * @param hasVariance whether the variance is
   */
  public record Existence(double finishing, boolean hasMean, boolean hasVariance) {}

  /**
   * A forecast of an answer.
   *
   * @param answer the makespan, given that all jobs finish
   * @param existence whether they do, and which moments there are
   */
  public AnswerForecast(Answer answer, Existence existence) {
    this.answer = answer;
    this.existence = existence;
  }

  @Override
  public final double mean() {
    return existence.hasMean ? answer.mean() : Double.POSITIVE_INFINITY;
  }

  @Override
  public final double sd() {
    return existence.hasVariance ? answer.sd() : Double.POSITIVE_INFINITY;
  }

  @Override
  protected final double checkedQuantile(double p) {
    double finished = ofFinished(p);
    return finished < 1 ? answer.quantile(finished) : Double.POSITIVE_INFINITY;
  }

  /**
   * The probability among the cases in which all jobs finish.
   *
   * @param p probability among all cases, above 0 and below 1
   * @return a probability; 1 or more if too many jobs are lost
   * @throws IllegalArgumentException if p is not between 0 and 1
   */
  protected final double ofFinished(double p) {
    return requireProbability(p) / existence.finishing;
  }

  @Override
  protected final double checkedProbability(double deadlineSeconds) {
    return existence.finishing * answer.cdf(deadlineSeconds);
  }

  @Override
  public final String method() {
    return answer.method();
  }

  @Override
  public final ForecastError error() {
    return new AnswerError(this);
  }

  /** The answer's error; none where the answer is infinite. */
  private record AnswerError(AnswerForecast forecast) implements ForecastError {
    @Override
    public Kind kind() {
      return forecast.answer.kind();
    }

    @Override
    public double relative() {
      Range range = mean();
      double half = (range.upper() - range.lower()) / 2;
      return forecast.existence.hasMean && half > 0 ? half / Math.abs(forecast.mean()) : 0;
    }

    @Override
    public OptionalDouble level() {
      return kind() == Kind.CONFIDENCE_INTERVAL
          ? OptionalDouble.of(forecast.answer.level())
          : OptionalDouble.empty();
    }

    @Override
    public Range mean() {
      return forecast.existence.hasMean ? forecast.answer.meanRange() : INFINITE;
    }

    @Override
    public Range sd() {
      return forecast.existence.hasVariance ? forecast.answer.sdRange() : INFINITE;
    }

    @Override
    public Range quantile(double p) {
      double finished = forecast.ofFinished(p);
      return finished < 1 ? forecast.answer.quantileRange(finished) : INFINITE;
    }

    @Override
    public String toString() {
      return kind() + " " + relative();
    }
  }
}
