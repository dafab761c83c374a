package io.flowgauge.resources;

import io.flowgauge.resources.forecast.LoadForecast;
import io.flowgauge.resources.forecast.LoadForecaster;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Forecasts quantities of a host from its samples. Thread-safe.
 *
 * <pre>{@code
 * HostForecaster forecaster = HostForecaster.of(HostQuantity.CPU_BUSY);
 * try (ResourceMonitor monitor = ResourceMonitor.builder().onSample(forecaster).open()) {
 *   …
 *   forecaster.forecast(HostQuantity.CPU_BUSY, 60); // the mean of the next 60 samples
 * }
 * }</pre>
 */
public final class HostForecaster implements Consumer<ResourceSample> {
  /** How many intervals ahead loads are forecast. */
  static final int[] STEPS = {1, 12, 60};

  private final Map<HostQuantity, LoadForecaster> forecasters = new EnumMap<>(HostQuantity.class);

  private HostForecaster() {}

  /**
   * A forecaster of the mean of the next 1, 12 and 60 samples.
   *
   * @param quantities what to forecast
   * @return a forecaster that has seen no sample
   */
  public static HostForecaster of(HostQuantity... quantities) {
    HostForecaster forecaster = new HostForecaster();
    for (HostQuantity quantity : quantities) {
      forecaster.forecasters.put(quantity, LoadForecaster.of(STEPS));
    }
    return forecaster;
  }

  @Override
  public synchronized void accept(ResourceSample sample) {
    forecasters.forEach(
        (quantity, forecaster) ->
            sample.host().value(quantity).asOptional().ifPresent(forecaster::add));
  }

  /**
   * A forecast.
   *
   * @param quantity one of those given to {@link #of}
   * @param steps number of samples to forecast the mean of: 1, 12 or 60
   * @return the forecast; empty where the quantity is not forecast, or was never measured
   * @throws IllegalArgumentException if {@code steps} is another number
   */
  public synchronized Optional<LoadForecast> forecast(HostQuantity quantity, int steps) {
    return Optional.ofNullable(forecasters.get(quantity))
        .flatMap(forecaster -> forecaster.forecast(steps));
  }
}
