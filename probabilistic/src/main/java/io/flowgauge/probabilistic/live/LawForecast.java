package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.integral.LawMoments;

/** A forecast from a law whose moments are finite. Immutable and thread-safe. */
final class LawForecast implements Forecast {
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
  public double quantile(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException("probability must be in (0, 1), but is " + p);
    }
    return law.quantile(p);
  }

  @Override
  public double probabilityWithin(double deadlineSeconds) {
    if (Double.isNaN(deadlineSeconds)) {
      throw new IllegalArgumentException("deadline must be a number of seconds, but is NaN");
    }
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
