package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.AnswerForecast;
import io.flowgauge.probabilistic.grid.GridSum;
import io.flowgauge.probabilistic.integral.LawMoments;
import io.flowgauge.probabilistic.law.Laws;

/** An answer given by a law with finite moments. */
record LawAnswer(
    Law law, LawMoments moments, ForecastError.Kind kind, double relativeError, String method)
    implements Answer {

  /**
   * Returns the forecast of a law that is known to full accuracy or, if it has corners, on a grid.
   */
  static Forecast of(Law law, String method) {
    double relativeError = relativeError(law);
    ForecastError.Kind kind =
        relativeError > TrackedChain.RELATIVE_ERROR
            ? ForecastError.Kind.ESTIMATE
            : ForecastError.Kind.EXACT_TO;
    return forecast(law, kind, relativeError, method);
  }

  private static double relativeError(Law law) {
    if (law instanceof LongestLaw longest) {
      return longest.laws().stream().mapToDouble(LawAnswer::relativeError).max().orElseThrow();
    }
    return Laws.unshifted(law) instanceof GridSum sum
        ? Math.max(TrackedChain.RELATIVE_ERROR, sum.relativeError())
        : TrackedChain.RELATIVE_ERROR;
  }

  static Forecast estimate(double relativeError, Law law, String method) {
    return forecast(law, ForecastError.Kind.ESTIMATE, relativeError, method);
  }

  private static Forecast forecast(
      Law law, ForecastError.Kind kind, double relativeError, String method) {
    LawMoments moments = Laws.isFixed(law) ? new LawMoments(law.mean(), 0) : LawMoments.of(law);
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
