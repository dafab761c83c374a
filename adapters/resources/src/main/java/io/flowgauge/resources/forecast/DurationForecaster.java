package io.flowgauge.resources.forecast;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Forecasts how long the next activity of a type takes on a host, for a scheduler. The forecast
 * averages several candidates: the last duration, the mean, a median, a line of durations over
 * load, and the mean duration on an idle host times the length of the run queue. Their weights are
 * {@code (e_min / e)^6}, where {@code e} is the sum of a candidate's past errors, discounted by
 * age, and {@code e_min} the smallest such sum: a candidate that did clearly worse hardly counts.
 * Until any has been judged, the forecast is the last duration.
 *
 * <p>Candidates are judged with the load that was forecast, not the load measured later: a duration
 * is compared with what was predicted for it. A duration that was not predicted teaches the
 * candidates but judges none. Forecasts stay within the range ever seen. Not thread-safe.
 */
public final class DurationForecaster {
  private final Map<Place, DurationSeries> series = new HashMap<>();

  private record Place(String type, String host) {
    Place {
      Objects.requireNonNull(type, "type");
      Objects.requireNonNull(host, "host");
    }
  }

  /** Creates a forecaster that has seen no durations. */
  public DurationForecaster() {
    // nothing to set
  }

  /**
   * Records a duration that was not predicted.
   *
   * @param type type of the activity
   * @param host where it ran
   * @param seconds its duration, 0 or more
   * @param load mean number of other threads that ran or waited to run in that time, 0 or more
   * @throws IllegalArgumentException if a number is negative or not finite
   */
  public void observe(String type, String host, double seconds, double load) {
    check("seconds", seconds);
    check("load", load);
    series
        .computeIfAbsent(new Place(type, host), key -> new DurationSeries())
        .observe(seconds, load);
  }

  /**
   * Records a duration, and judges the candidates by what they predicted for it.
   *
   * @param forecast what was predicted for this activity
   * @param seconds its duration, 0 or more
   * @param load mean number of other threads that ran or waited to run in that time, 0 or more
   * @throws IllegalArgumentException if a number is negative or not finite
   */
  public void observe(DurationForecast forecast, double seconds, double load) {
    check("seconds", seconds);
    check("load", load);
    forecast.series().judge(forecast, seconds);
    forecast.series().observe(seconds, load);
  }

  /**
   * Forecasts how long the next activity takes.
   *
   * @param type type of the activity
   * @param host where it would run
   * @param forecastLoad the load expected in that time, as in {@link #observe}
   * @return the forecast; empty if none of this type was seen on this host
   * @throws IllegalArgumentException if the load is negative or not finite
   */
  public Optional<DurationForecast> predict(String type, String host, double forecastLoad) {
    check("forecastLoad", forecastLoad);
    return Optional.ofNullable(series.get(new Place(type, host)))
        .map(one -> one.predict(forecastLoad));
  }

  private static void check(String name, double value) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be finite and 0 or more, but is " + value);
    }
  }

  @Override
  public String toString() {
    return "DurationForecaster[" + series.size() + " types on hosts]";
  }
}
