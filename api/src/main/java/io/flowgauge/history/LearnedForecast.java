package io.flowgauge.history;

import io.flowgauge.prediction.Forecast;
import java.util.List;

/**
 * A forecast from history, with what it rests on and what makes it uncertain. Implementations are
 * immutable and thread-safe; reasons are computed on first use and kept.
 */
public interface LearnedForecast extends Forecast {

  /**
   * What it rests on.
   *
   * @return the basis
   */
  ForecastBasis basis();

  /**
   * Where its uncertainty comes from, by simulating again with one source held at its median at a
   * time, and else the same random numbers.
   *
   * @return sources that matter, the one that matters most first
   */
  List<Uncertainty> sources();

  /**
   * What one more run of this workflow would be worth, were it added to history.
   *
   * @return the standard deviation that the forecast would then be expected to have, in seconds; at
   *     most {@link #sd()}
   */
  double sdAfterOneMoreRun();
}
