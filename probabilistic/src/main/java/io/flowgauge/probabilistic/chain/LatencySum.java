package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.probabilistic.order.Fineness;
import io.flowgauge.probabilistic.order.MomentTable;
import io.flowgauge.probabilistic.order.Moments;

/** Sum of the latencies of one data segment, given that none is lost. Immutable, thread-safe. */
interface LatencySum {
  /** {@code ln P(sum <= t)}. */
  double logCdf(double t);

  /** The smallest time where the logarithm of the distribution function is not below a level. */
  double atLogCdf(double level);

  /** Moments of the longest of the given number of sums. */
  Moments longest(double count);

  /** The same in a table, with mean and standard deviation of every count. */
  default MomentTable moments() {
    return MomentTable.of(this::longest, Fineness.FULL);
  }

  /** A quantile of the longest, for a sum that is asked for many. */
  default double tabulatedQuantile(double count, double p) {
    return atLogCdf(Math.log(p) / count);
  }

  String method();

  double relativeError();

  /** Seconds a quantile may be off besides. */
  default double absoluteError() {
    return 0;
  }

  default ForecastError.Kind errorKind() {
    return ForecastError.Kind.EXACT_TO;
  }
}
