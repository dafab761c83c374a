package io.flowgauge.learning.backtest;

import io.flowgauge.history.BacktestResult;
import io.flowgauge.history.BacktestScore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** Collects predictions. Not thread-safe. */
final class Results {
  private static final double STEP = 1.0 / (BacktestResult.QUANTILES + 1);

  private final List<BacktestResult> all = new ArrayList<>();

  /**
   * The subject of a prediction.
   *
   * @param actual observed time in seconds
   */
  record Item(String question, String workflow, String run, String name, double actual) {}

  /**
   * Adds a prediction by its quantiles.
   *
   * @param quantile seconds by probability
   */
  void add(Item item, String method, DoubleUnaryOperator quantile) {
    add(item, method, quantile.applyAsDouble(0.5), quantile);
  }

  private void add(Item item, String method, double predicted, DoubleUnaryOperator quantile) {
    List<Double> quantiles =
        IntStream.rangeClosed(1, BacktestResult.QUANTILES)
            .mapToObj(k -> quantile.applyAsDouble(k * STEP))
            .toList();
    all.add(
        new BacktestResult(
            item.question,
            method,
            item.workflow,
            item.run,
            item.name,
            item.actual,
            predicted,
            quantiles));
  }

  /** Adds a prediction from earlier times: their median and their spread. */
  void addMedian(Item item, String method, double... sorted) {
    add(item, method, p -> quantile(sorted, p));
  }

  /** Adds a prediction from earlier times: their mean and their spread. */
  void addMean(Item item, String method, double... sorted) {
    add(item, method, Arrays.stream(sorted).average().orElseThrow(), p -> quantile(sorted, p));
  }

  /** A quantile of sorted numbers, interpolated between two of them. */
  static double quantile(double[] sorted, double p) {
    double place = p * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(sorted.length - 1, below + 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }

  List<BacktestResult> all() {
    return List.copyOf(all);
  }

  /** Scores by question and method, in the order in which they first occurred. */
  static List<BacktestScore> scores(List<BacktestResult> results) {
    Map<String, Map<String, List<BacktestResult>>> groups = new LinkedHashMap<>();
    for (BacktestResult each : results) {
      groups
          .computeIfAbsent(each.question(), key -> new LinkedHashMap<>())
          .computeIfAbsent(each.method(), key -> new ArrayList<>())
          .add(each);
    }
    return groups.values().stream()
        .flatMap(methods -> methods.values().stream())
        .map(Results::score)
        .toList();
  }

  private static BacktestScore score(List<BacktestResult> group) {
    double actual = group.stream().mapToDouble(BacktestResult::actualSeconds).sum();
    double predicted = group.stream().mapToDouble(BacktestResult::predictedSeconds).sum();
    double[] errors =
        group.stream().mapToDouble(r -> error(r) / r.actualSeconds()).sorted().toArray();
    double[] widths =
        group.stream()
            .filter(r -> r.predictedSeconds() > 0)
            .mapToDouble(r -> (r.quantile(90) - r.quantile(10)) / r.predictedSeconds())
            .sorted()
            .toArray();
    return new BacktestScore(
        group.get(0).question(),
        group.get(0).method(),
        group.size(),
        quantile(errors, 0.5),
        Arrays.stream(errors).average().orElseThrow(),
        group.stream().mapToDouble(Results::error).sum() / actual,
        predicted / actual - 1,
        coverage(group, 25),
        coverage(group, 10),
        coverage(group, 5),
        widths.length == 0 ? Double.NaN : quantile(widths, 0.5));
  }

  private static double error(BacktestResult result) {
    return Math.abs(result.predictedSeconds() - result.actualSeconds());
  }

  /**
   * Returns the fraction of actual times that lie between two quantiles, equally far from both
   * ends.
   */
  private static double coverage(List<BacktestResult> group, int percent) {
    long covered =
        group.stream()
            .filter(r -> r.quantile(percent) <= r.actualSeconds())
            .filter(r -> r.actualSeconds() <= r.quantile(100 - percent))
            .count();
    return (double) covered / group.size();
  }
}
