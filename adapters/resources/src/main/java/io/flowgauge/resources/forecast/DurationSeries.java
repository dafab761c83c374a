package io.flowgauge.resources.forecast;

import java.util.Arrays;
import java.util.List;

/** The durations of one type on one host, and the candidates for the next. Not thread-safe. */
final class DurationSeries {
  private static final int ERRORS = 400;
  private static final int MEDIAN = 10;

  /**
   * Exponent of the weights: high, so that a clear winner dominates, but a few errors do not
   * decide.
   */
  private static final double SHARPNESS = 6;

  private final List<Forecaster> plain =
      List.of(new Smoothing(1), new RunningMean(), Window.median(MEDIAN));
  private final List<String> names =
      List.of(
          "last duration",
          "mean duration",
          "median of " + MEDIAN,
          "duration fitted to load",
          "duration times queue");
  private final LoadFit fit = new LoadFit();
  private final RunningMean unloaded = new RunningMean();
  private final double[] penalties = new double[names.size()];
  private final ErrorWindow errors = new ErrorWindow(ERRORS);

  private double smallest = Double.POSITIVE_INFINITY;
  private double largest = Double.NEGATIVE_INFINITY;
  private boolean isJudged;

  /** Adds a duration. */
  void observe(double seconds, double load) {
    plain.forEach(one -> one.add(seconds));
    fit.add(seconds, load);
    unloaded.add(seconds / (1 + load));
    smallest = Math.min(smallest, seconds);
    largest = Math.max(largest, seconds);
  }

  /** Judges the candidates by a duration that they forecast. */
  void judge(DurationForecast forecast, double seconds) {
    errors.add(seconds - forecast.seconds());
    for (int k = 0; k < penalties.length; k++) {
      penalties[k] = penalties[k] * Horizon.DISCOUNT + Math.abs(forecast.candidates()[k] - seconds);
    }
    isJudged = true;
  }

  /**
   * Returns the duration that each candidate expects under a load, limited to the range ever seen.
   */
  double[] candidates(double load) {
    double[] all = new double[names.size()];
    for (int k = 0; k < plain.size(); k++) {
      all[k] = clamp(plain.get(k).next());
    }
    all[plain.size()] = clamp(fit.at(load));
    all[plain.size() + 1] = clamp(unloaded.next() * (1 + load));
    return all;
  }

  private double clamp(double seconds) {
    return Math.max(smallest, Math.min(largest, seconds));
  }

  /**
   * Returns the weights of the candidates: 1 for the best, less for the others. Before any was
   * judged, only the last duration counts.
   */
  private double[] weights() {
    double[] weights = new double[names.size()];
    weights[0] = 1;
    if (isJudged) {
      double least = Arrays.stream(penalties).min().orElseThrow();
      Arrays.setAll(
          weights, k -> penalties[k] > least ? Math.pow(least / penalties[k], SHARPNESS) : 1);
    }
    return weights;
  }

  private double weighted(double[] expected, double[] weights) {
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      sum += weights[k] * expected[k];
    }
    return clamp(sum / Arrays.stream(weights).sum());
  }

  /** Returns the first candidate with the largest weight. */
  private static int best(double[] weights) {
    int best = 0;
    for (int k = 1; k < weights.length; k++) {
      best = weights[k] > weights[best] ? k : best;
    }
    return best;
  }

  /** Forecasts the next duration by all candidates. At least one duration must have been added. */
  DurationForecast predict(double load) {
    double[] expected = candidates(load);
    double[] weights = weights();
    double seconds = weighted(expected, weights);
    double low = smallest;
    double high = largest;
    if (errors.count() >= Horizon.ENOUGH) {
      low = Math.max(0, seconds + errors.quantile(Horizon.TAIL));
      high = seconds + errors.quantile(1 - Horizon.TAIL);
    }
    return new DurationForecast(
        seconds,
        Math.min(low, seconds),
        Math.max(high, seconds),
        names.get(best(weights)),
        expected,
        this);
  }
}
