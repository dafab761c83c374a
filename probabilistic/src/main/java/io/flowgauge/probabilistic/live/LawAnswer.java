package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.AnswerForecast;
import io.flowgauge.probabilistic.integral.LawMoments;

/** The answer of a law whose moments are finite. */
record LawAnswer(
    Law law, LawMoments moments, ForecastError.Kind kind, double relativeError, String method)
    implements Answer {

  static Forecast exactTo(double relativeError, Law law, String method) {
    return forecast(law, ForecastError.Kind.EXACT_TO, relativeError, method);
  }

  static Forecast estimate(double relativeError, Law law, String method) {
    return forecast(law, ForecastError.Kind.ESTIMATE, relativeError, method);
  }

  private static Forecast forecast(
      Law law, ForecastError.Kind kind, double relativeError, String method) {
    LawMoments moments =
        ServiceSequence.isFixed(law) ? new LawMoments(law.mean(), 0) : LawMoments.of(law);
    return new AnswerForecast(new LawAnswer(law, moments, kind, relativeError, method));
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
    return law.quantile(p);
  }

  @Override
  public double cdf(double t) {
    return law.cdf(t);
  }
}
