package io.flowgauge.history;

import io.flowgauge.prediction.Forecast;
import java.util.List;

/**
 * A forecast from history, with what it rests on and what makes it uncertain. Implementations are
 * immutable and thread-safe; the sources of uncertainty are computed on first use and kept.
 */
public interface LearnedForecast extends Forecast {

  /**
   * What the forecast rests on.
   *
   * @return the basis
   */
  ForecastBasis basis();

  /**
   * Where the uncertainty comes from. Each source in turn is held at its median, and the run
   * simulated again with otherwise the same random numbers.
   *
   * @return the sources that matter, the most important first
   */
  List<Uncertainty> sources();

  /**
   * The standard deviation that the forecast is expected to have with one more run of this workflow
   * in history.
   *
   * @return the expected standard deviation of that forecast, in seconds; at most {@link #sd()}
   */
  double sdAfterOneMoreRun();
}
