package io.flowgauge.resources.forecast;

import java.util.Locale;
import java.util.Objects;

/**
 * How long the next activity of a type on a host is expected to take. Keep it until that activity
 * has ended: {@link DurationForecaster#observe(DurationForecast, double, double)} then uses it to
 * judge the candidates. Immutable and thread-safe.
 */
public final class DurationForecast {
  private final double seconds;
  private final double low;
  private final double high;
  private final String method;
  private final double[] candidates;
  private final DurationSeries series;

  /**
   * Creates a forecast.
   *
   * @param candidates the duration that each candidate expects
   */
  DurationForecast(
      double seconds,
      double low,
      double high,
      String method,
      double[] candidates,
      DurationSeries series) {
    this.seconds = seconds;
    this.low = low;
    this.high = high;
    this.method = Objects.requireNonNull(method, "method");
    this.candidates = candidates;
    this.series = series;
  }

  /**
   * The expected duration.
   *
   * @return seconds
   */
  public double seconds() {
    return seconds;
  }

  /**
   * The lower end of the interval that holds the duration with a probability of 90 %. Before 20
   * forecasts have been judged, the interval is merely from the shortest to the longest duration
   * seen, which holds it less often.
   *
   * @return seconds, at most {@link #seconds()}
   */
  public double lowSeconds() {
    return low;
  }

  /**
   * The upper end of that interval.
   *
   * @return seconds, at least {@link #seconds()}
   */
  public double highSeconds() {
    return high;
  }

  /**
   * The candidate that did best so far and counts most.
   *
   * @return its name, such as {@code last duration}
   */
  public String method() {
    return method;
  }

  double[] candidates() {
    return candidates;
  }

  DurationSeries series() {
    return series;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "DurationForecast[%.4g s, 90 %%: %.4g to %.4g, by %s]",
        seconds,
        low,
        high,
        method);
  }
}
