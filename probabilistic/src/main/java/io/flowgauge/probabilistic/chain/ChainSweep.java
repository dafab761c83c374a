package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.prediction.Sweep;
import java.util.Collections;
import java.util.SortedMap;
import java.util.function.ToDoubleFunction;

/** Forecasts by number of data segments, one or more. */
record ChainSweep(SortedMap<Long, ChainForecast> forecasts) implements Sweep {
  ChainSweep {
    forecasts = Collections.unmodifiableSortedMap(forecasts);
  }

  @Override
  public double yIntercept() {
    return meanMakespan() - slope() * meanCount();
  }

  @Override
  public double slope() {
    if (forecasts.size() < 2) {
      throw new IllegalStateException(
          "slope needs at least two numbers of data segments, but has " + forecasts.size());
    }
    double x = meanCount();
    double y = meanMakespan();
    double xx = forecasts.keySet().stream().mapToDouble(n -> (n - x) * (n - x)).sum();
    double xy =
        forecasts.entrySet().stream()
            .mapToDouble(e -> (e.getKey() - x) * (e.getValue().mean() - y))
            .sum();
    return xy / xx;
  }

  private double meanCount() {
    return forecasts.keySet().stream().mapToDouble(n -> n).average().orElseThrow();
  }

  private double meanMakespan() {
    double mean =
        forecasts.values().stream().mapToDouble(ChainForecast::mean).average().orElseThrow();
    if (mean == Double.POSITIVE_INFINITY) {
      throw new IllegalStateException("the line needs finite means, but a mean is infinite");
    }
    return mean;
  }

  @Override
  public double maximalSpeedup() {
    return greatest(ChainForecast::speedup);
  }

  @Override
  public double variabilityFactor() {
    return greatest(ChainForecast::variabilityFactor);
  }

  private double greatest(ToDoubleFunction<ChainForecast> value) {
    return forecasts.values().stream().mapToDouble(value).max().orElseThrow();
  }

  @Override
  public String toString() {
    return "Sweep["
        + forecasts.size()
        + " numbers of data segments from "
        + forecasts.firstKey()
        + " to "
        + forecasts.lastKey()
        + "]";
  }
}
