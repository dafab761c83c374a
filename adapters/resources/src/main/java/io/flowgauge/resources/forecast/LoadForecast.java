package io.flowgauge.resources.forecast;

import java.util.Locale;
import java.util.Objects;

/**
 * A forecast of the mean of the next values of a series. Immutable and thread-safe.
 *
 * @param steps number of next values, 1 or more
 * @param mean their expected mean, in the unit of the series
 * @param low lower end of the interval that holds their mean with a probability of 90 %
 * @param high upper end of that interval
 * @param method the forecaster that did best so far, such as {@code median of 10}
 */
public record LoadForecast(int steps, double mean, double low, double high, String method) {
  /**
   * Checks the numbers.
   *
   * @param steps how many values
   * @param mean their mean
   * @param low lower end
   * @param high upper end
   * @param method the forecaster
   * @throws IllegalArgumentException if the interval does not hold the mean, or a number is NaN
   */
  public LoadForecast {
    Objects.requireNonNull(method, "method");
    if (!(low <= mean && mean <= high)) {
      throw new IllegalArgumentException(
          "mean must lie between low and high, but "
              + mean
              + " is not from "
              + low
              + " to "
              + high);
    }
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "LoadForecast[next %d: %.4g, 90 %%: %.4g to %.4g, by %s]",
        steps,
        mean,
        low,
        high,
        method);
  }
}
