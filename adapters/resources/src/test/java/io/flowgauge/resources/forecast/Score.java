package io.flowgauge.resources.forecast;

/**
 * The accuracy of forecasts of a series.
 *
 * @param ofPersistence mean absolute error, relative to that of forecasting the last value
 * @param covered share of the actual means that lie within the interval
 */
record Score(double ofPersistence, double covered) {
  /** Number of initial values whose forecasts are not judged. */
  private static final int BEGINNING = 50;

  static Score of(double[] values, int steps) {
    LoadForecaster forecaster = LoadForecaster.of(steps);
    double error = 0;
    double persistence = 0;
    int covered = 0;
    int count = 0;
    for (int k = 0; k + steps < values.length; k++) {
      forecaster.add(values[k]);
      if (k >= BEGINNING) {
        double actual = mean(values, k + 1, steps);
        LoadForecast forecast = forecaster.forecast(steps).orElseThrow();
        error += Math.abs(forecast.mean() - actual);
        persistence += Math.abs(values[k] - actual);
        covered += forecast.low() <= actual && actual <= forecast.high() ? 1 : 0;
        count++;
      }
    }
    return new Score(error / persistence, (double) covered / count);
  }

  private static double mean(double[] values, int from, int count) {
    double sum = 0;
    for (int k = from; k < from + count; k++) {
      sum += values[k];
    }
    return sum / count;
  }
}
