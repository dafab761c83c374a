package io.flowgauge.resources.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Forecasts a series of evenly spaced values, such as a host's load, as the Network Weather Service
 * does (Wolski, Spring, Hayes 1999): means, medians, smoothing and autoregression all forecast the
 * mean of the next values, and the one with the smallest errors so far, discounted by age, is used.
 *
 * <pre>{@code
 * LoadForecaster forecaster = LoadForecaster.of(1, 12, 60);
 * for (double load : loads) {
 *   forecaster.add(load);
 * }
 * forecaster.forecast(12).ifPresent(System.out::println);
 * }</pre>
 *
 * <p>Forecasts stay within the range ever seen. The interval comes from the errors of earlier
 * forecasts; until twenty of them are known, it is the range of the values seen. Adding a value
 * takes some microseconds; the memory needed grows with the longest horizon times the number of
 * forecasters. Not thread-safe.
 */
public final class LoadForecaster {
  private final Battery battery = new Battery();
  private final List<Horizon> horizons = new ArrayList<>();
  private long count;

  private LoadForecaster() {}

  /**
   * A forecaster of the mean of the next values, for several numbers of values.
   *
   * @param steps numbers of values that forecasts average, 1 or more each
   * @return a forecaster that has seen no value
   * @throws IllegalArgumentException if a number is below 1
   */
  public static LoadForecaster of(int... steps) {
    LoadForecaster forecaster = new LoadForecaster();
    for (int one : steps) {
      if (one < 1) {
        throw new IllegalArgumentException("steps must be 1 or more each, but one is " + one);
      }
      forecaster.horizons.add(new Horizon(one, forecaster.battery.size()));
    }
    return forecaster;
  }

  /**
   * Adds the next value of the series.
   *
   * @param value any finite number
   * @throws IllegalArgumentException if it is not finite
   */
  public void add(double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("a value must be finite, but is " + value);
    }
    double[] expected = battery.add(value);
    horizons.forEach(horizon -> horizon.add(value, expected));
    count++;
  }

  /**
   * The forecast of the mean of the next values.
   *
   * @param steps a number of values given to {@link #of}
   * @return the forecast; empty before the first value
   * @throws IllegalArgumentException if this number was not given to {@link #of}
   */
  public Optional<LoadForecast> forecast(int steps) {
    Horizon horizon =
        horizons.stream()
            .filter(one -> one.steps() == steps)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no forecasts of " + steps + " steps, only of " + allSteps()));
    return count == 0 ? Optional.empty() : Optional.of(horizon.forecast(battery));
  }

  private List<Integer> allSteps() {
    return horizons.stream().map(Horizon::steps).toList();
  }

  @Override
  public String toString() {
    return "LoadForecaster[" + count + " values, steps " + allSteps() + "]";
  }
}
