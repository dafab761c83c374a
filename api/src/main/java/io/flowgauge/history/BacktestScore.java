package io.flowgauge.history;

/**
 * How well a method answered a question. Immutable and thread-safe.
 *
 * @param question what was predicted
 * @param method how it was predicted
 * @param count number of predictions
 * @param medianError median of {@code |predicted - actual| / actual}
 * @param meanError mean of {@code |predicted - actual| / actual}
 * @param weightedError {@code sum |predicted - actual| / sum actual}
 * @param bias {@code sum predicted / sum actual - 1}
 * @param coverage50 fraction of the actual values that lie in the central 50 % interval
 * @param coverage80 fraction of the actual values that lie in the central 80 % interval
 * @param coverage90 fraction of the actual values that lie in the central 90 % interval
 * @param width80 median width of the central 80 % interval as a fraction of the prediction, over
 *     predictions above 0; NaN if there are none
 */
public record BacktestScore(
    String question,
    String method,
    int count,
    double medianError,
    double meanError,
    double weightedError,
    double bias,
    double coverage50,
    double coverage80,
    double coverage90,
    double width80) {}
