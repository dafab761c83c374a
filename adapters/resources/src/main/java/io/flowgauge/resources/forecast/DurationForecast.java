package io.flowgauge.resources.forecast;

import java.util.Locale;
import java.util.Objects;

/**
 * What the next activity of a type on a host is expected to take. Immutable and thread-safe.
 *
 * @param seconds its expected duration, in seconds
 * @param lowSeconds lower end of the interval that holds it with a probability of 90 %; before 20
 *     forecasts were judged, it is merely the shortest and longest seen, which holds it less often
 * @param highSeconds upper end
 * @param method the candidate that did best so far and counts most, such as {@code last duration}
 */
public record DurationForecast(
    double seconds, double lowSeconds, double highSeconds, String method) {
  /**
   * Checks the parts.
   *
   * @param seconds the expected duration
   * @param lowSeconds lower end
   * @param highSeconds upper end
   * @param method the candidate
   * @throws IllegalArgumentException if the interval does not hold the duration, or a number is NaN
   */
  public DurationForecast {
    Objects.requireNonNull(method, "method");
    if (!(lowSeconds <= seconds && seconds <= highSeconds)) {
      throw new IllegalArgumentException(
          "a duration of " + seconds + " s must lie from " + lowSeconds + " to " + highSeconds);
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "DurationForecast[%.4g s, 90 %%: %.4g to %.4g, by %s]",
        seconds,
        lowSeconds,
        highSeconds,
        method);
  }
}
