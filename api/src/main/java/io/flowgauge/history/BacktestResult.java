package io.flowgauge.history;

import java.util.List;

/**
 * A prediction and what happened. Immutable and thread-safe.
 *
 * @param question what was predicted: {@code makespan}, {@code rest25}, {@code rest50}, {@code
 *     rest75} or {@code task}, the time of one activity
 * @param method how it was predicted: {@code flowgauge}, or a simple rule such as {@code
 *     type-median}
 * @param workflow name of the workflow
 * @param run name of the run
 * @param item id of the activity, or the name of the run again
 * @param actualSeconds what happened
 * @param predictedSeconds the predicted median or, for rules that predict a mean, the mean
 * @param quantiles the 19 predicted quantiles in seconds, for probabilities from 5 % to 95 % in
 *     steps of 5 %
 */
public record BacktestResult(
    String question,
    String method,
    String workflow,
    String run,
    String item,
    double actualSeconds,
    double predictedSeconds,
    List<Double> quantiles) {
  /** How many quantiles there are. */
  public static final int QUANTILES = 19;

  /**
   * Checks the quantiles.
   *
   * @param question what was predicted
   * @param method how it was predicted
   * @param workflow name of the workflow
   * @param run name of the run
   * @param item id of the activity, or the name of the run again
   * @param actualSeconds what happened
   * @param predictedSeconds the prediction
   * @param quantiles 19 numbers
   * @throws IllegalArgumentException if there are not 19 quantiles
   */
  public BacktestResult {
    quantiles = List.copyOf(quantiles);
    if (quantiles.size() != QUANTILES) {
      throw new IllegalArgumentException(
          "quantiles must be " + QUANTILES + " numbers, but are " + quantiles.size());
    }
  }

  /**
   * A quantile of the prediction.
   *
   * @param percent a multiple of 5 from 5 to 95
   * @return seconds
   * @throws IllegalArgumentException if it is any other number
   */
  public double quantile(int percent) {
    if (percent < 5 || percent > 95 || percent % 5 != 0) {
      throw new IllegalArgumentException(
          "percent must be a multiple of 5 from 5 to 95, but is " + percent);
    }
    return quantiles.get(percent / 5 - 1);
  }
}
