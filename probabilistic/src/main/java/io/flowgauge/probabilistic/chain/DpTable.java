package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Fineness;
import io.flowgauge.probabilistic.order.MomentTable;
import java.util.Map;

/**
 * The sum of each service's longest latency. Its moments are sums and are tabulated. The
 * distribution needs a convolution for each number of data segments; the last one is kept.
 */
final class DpTable extends SummedTable {
  private final Map<Law, Integer> laws;
  private final double service;
  private final Fineness fineness;
  private final double logKept;

  private volatile Last last;

  private record Last(double count, LatencySum sum) {}

  DpTable(Map<Law, Integer> laws, double service, Fineness fineness) {
    this(laws, service, fineness, LatencySums.of(laws, fineness));
  }

  /** Creates a table; the sum for one data segment is as fine as those for all other numbers. */
  private DpTable(Map<Law, Integer> laws, double service, Fineness fineness, LatencySum first) {
    super(laws, service, first, () -> moments(laws, fineness));
    this.laws = laws;
    this.service = service;
    this.fineness = fineness;
    logKept = LatencySums.logKept(laws);
    last = new Last(1, first);
  }

  private static MomentTable moments(Map<Law, Integer> laws, Fineness fineness) {
    MomentTable sum = null;
    for (Map.Entry<Law, Integer> each : laws.entrySet()) {
      MomentTable own = LatencySums.tabulated(Map.of(each.getKey(), 1), fineness).moments();
      sum = sum == null ? own.times(each.getValue()) : own.plus(each.getValue(), sum);
    }
    return sum;
  }

  private LatencySum sum(double count) {
    Last known = last;
    if (known.count != count) {
      known = new Last(count, DpAnswer.sumOfLongest(laws, count, fineness));
      last = known;
    }
    return known.sum;
  }

  @Override
  double quantile(double count, double p) {
    double level = Math.log(p) - count * logKept;
    return level >= 0 ? Double.POSITIVE_INFINITY : service + sum(count).atLogCdf(level);
  }

  @Override
  double cdf(double count, double t) {
    return Math.exp(count * logKept + sum(count).logCdf(t - service));
  }

  @Override
  String method() {
    return "DP: table of the sum of the longest latency of each service; quantiles by convolution";
  }
}
