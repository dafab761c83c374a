package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.CheckedForecast;
import io.flowgauge.probabilistic.integral.LawMoments;

/** A forecast from a law whose moments are finite. Immutable and thread-safe. */
final class LawForecast extends CheckedForecast {
  private final Law law;
  private final String method;
  private final ForecastError.Kind kind;
  private final double relativeError;
  private final LawMoments moments;

  private LawForecast(Law law, String method, ForecastError.Kind kind, double relativeError) {
    this.law = law;
    this.method = method;
    this.kind = kind;
    this.relativeError = relativeError;
    moments = Stages.isFixed(law) ? new LawMoments(law.mean(), 0) : LawMoments.of(law);
  }

  static Forecast exactTo(double relativeError, Law law, String method) {
    return new LawForecast(law, method, ForecastError.Kind.EXACT_TO, relativeError);
  }

  static Forecast estimate(double relativeError, Law law, String method) {
    return new LawForecast(law, method, ForecastError.Kind.ESTIMATE, relativeError);
  }

  @Override
  public double mean() {
    return moments.mean();
  }

  @Override
  public double sd() {
    return moments.sd();
  }

  @Override
  protected double checkedQuantile(double p) {
    return law.quantile(p);
  }

  @Override
  protected double checkedProbability(double deadlineSeconds) {
    return law.cdf(deadlineSeconds);
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public ForecastError error() {
    return new RelativeError(this, kind, relativeError);
  }
}
