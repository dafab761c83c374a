package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.probabilistic.order.Fineness;
import io.flowgauge.probabilistic.order.MomentTable;
import io.flowgauge.probabilistic.order.Moments;

/**
 * The sum of the latencies of one data segment, given that no job is lost. Implementations are
 * immutable and thread-safe.
 */
interface LatencySum {
  /** Returns {@code ln P(sum <= t)}. */
  double logCdf(double t);

  /**
   * Returns the smallest time at which the logarithm of the distribution function reaches a level.
   */
  double atLogCdf(double level);

  /** Returns the moments of the longest of the given number of sums. */
  Moments longest(double count);

  /** Returns a table of the mean and standard deviation of the longest for every count. */
  default MomentTable moments() {
    return MomentTable.of(this::longest, Fineness.FULL);
  }

  /** Returns a quantile of the longest, in a way that pays off when many are requested. */
  default double tabulatedQuantile(double count, double p) {
    return atLogCdf(Math.log(p) / count);
  }

  String method();

  double relativeError();

  /** Returns how many seconds a quantile may be off in addition to the relative error. */
  default double absoluteError() {
    return 0;
  }

  default ForecastError.Kind errorKind() {
    return ForecastError.Kind.EXACT_TO;
  }
}
