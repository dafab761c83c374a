package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A forecast for users, made from an answer. It accounts for lost jobs and infinite moments, checks
 * its arguments, and has a one-line text.
 */
public class AnswerForecast implements Forecast {
  private static final Range INFINITE =
      new Range(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  private static final double SHOWN = 0.95;
  private static final double HALF = 0.5;

  private final Answer answer;
  private final Existence existence;

  /**
   * Which moments of a forecast are finite, and how probable it is that all jobs finish.
   *
   * @param finishing probability that no job is lost
   */
  public record Existence(double finishing, boolean hasMean, boolean hasVariance) {
    /** For an answer that itself accounts for lost jobs and infinite moments. */
    private static final Existence ALL = new Existence(1, true, true);
  }

  /** Creates a forecast from an answer that itself accounts for lost jobs and infinite moments. */
  public AnswerForecast(Answer answer) {
    this(answer, Existence.ALL);
  }

  /**
   * Creates a forecast from an answer that assumes that all jobs finish.
   *
   * @param answer the makespan, given that all jobs finish
   * @param existence the probability that they do, and which moments are finite
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
  public final double quantile(double p) {
    double finished = ofFinished(p);
    return finished < 1 ? answer.quantile(finished) : Double.POSITIVE_INFINITY;
  }

  /**
   * Converts a probability among all cases to one among the cases in which all jobs finish.
   *
   * @param p probability among all cases, above 0 and below 1
   * @return a probability; 1 or more if too many jobs are lost
   * @throws IllegalArgumentException if p is not between 0 and 1
   */
  protected final double ofFinished(double p) {
    return Arguments.requireProbability(p) / existence.finishing;
  }

  @Override
  public final double probabilityWithin(double deadlineSeconds) {
    return existence.finishing * answer.cdf(Arguments.requireDeadline(deadlineSeconds));
  }

  @Override
  public final String method() {
    return answer.method();
  }

  @Override
  public final ForecastError error() {
    return new AnswerError(this);
  }

  @Override
  public final String toString() {
    return String.format(
        Locale.ROOT,
        "Forecast[mean=%.6g s, sd=%.6g s, q95=%.6g s, method=%s]",
        mean(),
        sd(),
        quantile(SHOWN),
        method());
  }

  /** The answer's error; 0 where the forecast is infinite. */
  private record AnswerError(AnswerForecast forecast) implements ForecastError {
    private Answer answer() {
      return forecast.answer;
    }

    @Override
    public Kind kind() {
      return answer().kind();
    }

    @Override
    public double relative() {
      double absolute = answer().absoluteError();
      double besides = absolute == 0 ? 0 : absolute / Math.abs(typical());
      return forecast.existence.hasMean ? answer().relativeError() + besides : 0;
    }

    private double typical() {
      double mean = forecast.mean();
      return mean < Double.POSITIVE_INFINITY ? mean : answer().quantile(HALF);
    }

    @Override
    public OptionalDouble level() {
      return answer().level();
    }

    @Override
    public Range mean() {
      return forecast.existence.hasMean ? answer().meanRange() : INFINITE;
    }

    @Override
    public Range sd() {
      return forecast.existence.hasVariance ? answer().sdRange() : INFINITE;
    }

    @Override
    public Range quantile(double p) {
      double finished = forecast.ofFinished(p);
      return finished < 1 ? answer().quantileRange(finished) : INFINITE;
    }

    @Override
    public String toString() {
      return kind() + " " + relative();
    }
  }
}
