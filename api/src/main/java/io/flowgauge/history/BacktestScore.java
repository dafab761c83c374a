package io.flowgauge.history;

/**
 * How good the answers of a method to a question were. Immutable and thread-safe.
 *
 * @param question what was predicted
 * @param method how
 * @param count how many predictions
 * @param medianError median of {@code |predicted - actual| / actual}
 * @param meanError mean of that
 * @param weightedError {@code sum |predicted - actual| / sum actual}
 * @param bias {@code sum predicted / sum actual - 1}
 * @param coverage50 fraction of what happened that lies in the central interval of 50 %
 * @param coverage80 that of 80 %
 * @param coverage90 that of 90 %
 * @param width80 median width of the central interval of 80 %, as a fraction of the prediction, of
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
