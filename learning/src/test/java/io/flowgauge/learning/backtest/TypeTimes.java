package io.flowgauge.learning.backtest;

import io.flowgauge.learning.service.Observation;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The times of each type, from which the simplest forecasts are taken. */
final class TypeTimes {
  private final Map<String, double[]> byType;
  private final double[] all;

  TypeTimes(List<Observation> history) {
    byType =
        history.stream()
            .collect(
                Collectors.groupingBy(
                    observation -> observation.work().type(),
                    Collectors.collectingAndThen(Collectors.toList(), TypeTimes::sorted)));
    all = sorted(history);
  }

  private static double[] sorted(List<Observation> observations) {
    return observations.stream().mapToDouble(Observation::seconds).sorted().toArray();
  }

  boolean knows(String type) {
    return byType.containsKey(type);
  }

  private double[] of(String type) {
    return byType.getOrDefault(type, all);
  }

  Forecast median(Observation asked, double factor) {
    double[] times = of(asked.work().type());
    return forecast(asked, Forecast.quantile(times, 0.5), factor);
  }

  Forecast mean(Observation asked) {
    double[] times = of(asked.work().type());
    return forecast(asked, Arrays.stream(times).average().orElseThrow(), 1);
  }

  private Forecast forecast(Observation asked, double point, double factor) {
    double[] times = of(asked.work().type());
    return Forecast.of(asked.seconds(), factor * point, p -> factor * Forecast.quantile(times, p));
  }
}
