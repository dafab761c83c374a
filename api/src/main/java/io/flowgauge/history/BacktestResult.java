package io.flowgauge.history;

import java.util.List;

/**
 * A prediction and what happened. Immutable and thread-safe.
 *
 * @param question what was predicted: {@code makespan}, {@code rest25}, {@code rest50}, {@code
 *     rest75} or {@code task}, the time of one activity
 * @param method how: {@code flowgauge}, or a simple rule such as {@code type-median}
 * @param workflow name of the workflow
 * @param run name of the run
 * @param item id of the activity, or the name of the run again
 * @param actualSeconds what happened
 * @param predictedSeconds the median that was predicted or, of rules that take a mean, the mean
 * @param quantiles seconds that are not exceeded with a predicted probability of 5 %, 10 % and so
 *     on to 95 %: 19 numbers
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
   * @param method how
   * @param workflow name of the workflow
   * @param run name of the run
   * @param item id of the activity, or the name of the run again
   * @param actualSeconds what happened
   * @param predictedSeconds the prediction
   * @param quantiles 19 numbers
   * @throws IllegalArgumentException if there are more or fewer
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
   */
  public double quantile(int percent) {
    return quantiles.get(percent / 5 - 1);
  }
}
