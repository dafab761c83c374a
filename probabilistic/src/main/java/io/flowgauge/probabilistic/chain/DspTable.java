package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Fineness;
import java.util.Map;

/** The longest of the data segments; the distribution of the sum of latencies is tabulated. */
final class DspTable extends SummedTable {
  private final LatencySum sum;
  private final double service;
  private final double logKept;

  DspTable(Map<Law, Integer> laws, double service, Fineness fineness) {
    this(laws, service, LatencySums.tabulated(laws, fineness));
  }

  private DspTable(Map<Law, Integer> laws, double service, LatencySum sum) {
    super(laws, service, sum, sum::moments);
    this.sum = sum;
    this.service = service;
    logKept = LatencySums.logKept(laws);
  }

  @Override
  double quantile(double count, double p) {
    if (logKept == 0) {
      return service + sum.tabulatedQuantile(count, p);
    }
    double level = Math.log(p) / count - logKept;
    return level >= 0 ? Double.POSITIVE_INFINITY : service + sum.atLogCdf(level);
  }

  @Override
  double cdf(double count, double t) {
    return Math.exp(count * (logKept + sum.logCdf(t - service)));
  }

  @Override
  String method() {
    return "DSP: table of the longest of the data segments; " + sum.method();
  }
}
