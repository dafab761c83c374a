package io.flowgauge.learning.backtest;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Errors of forecasts, in percent. */
record Score(List<Forecast> forecasts) {
  static final String HEAD =
      """
      | | MdAPE | MAPE | WAPE | bias | c50 | c80 | c90 | width | n |
      |---|---|---|---|---|---|---|---|---|---|
      """;

  double mdape() {
    return median(f -> f.error() / f.actual());
  }

  double mape() {
    return 100 * sum(f -> f.error() / f.actual()) / forecasts.size();
  }

  double wape() {
    return 100 * sum(Forecast::error) / sum(Forecast::actual);
  }

  double bias() {
    return 100 * (sum(Forecast::point) / sum(Forecast::actual) - 1);
  }

  double covered(int percent) {
    int pair = percent == 90 ? 0 : percent == 80 ? 1 : 2;
    return share(f -> f.isCovered(pair));
  }

  double width() {
    return median(Forecast::width);
  }

  private double share(Predicate<Forecast> holds) {
    return 100.0 * forecasts.stream().filter(holds).count() / forecasts.size();
  }

  private double sum(ToDoubleFunction<Forecast> value) {
    return forecasts.stream().mapToDouble(value).sum();
  }

  private double median(ToDoubleFunction<Forecast> value) {
    double[] sorted = forecasts.stream().mapToDouble(value).sorted().toArray();
    return 100 * Forecast.quantile(sorted, 0.5);
  }

  String row() {
    return String.format(
        Locale.ROOT,
        "| %.1f | %.1f | %.1f | %+.1f | %.0f | %.0f | %.0f | %.0f | %d |",
        mdape(),
        mape(),
        wape(),
        bias(),
        covered(50),
        covered(80),
        covered(90),
        width(),
        forecasts.size());
  }
}
