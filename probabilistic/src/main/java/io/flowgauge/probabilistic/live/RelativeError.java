package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import java.util.OptionalDouble;

/** An error in proportion to the answer. */
record RelativeError(Forecast forecast, Kind kind, double relative) implements ForecastError {

  @Override
  public OptionalDouble level() {
    return OptionalDouble.empty();
  }

  @Override
  public Range mean() {
    return Range.around(forecast.mean(), relative);
  }

  @Override
  public Range sd() {
    return Range.around(forecast.sd(), relative);
  }

  @Override
  public Range quantile(double p) {
    return Range.around(forecast.quantile(p), relative);
  }
}
