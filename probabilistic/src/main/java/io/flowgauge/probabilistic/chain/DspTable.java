package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Fineness;
import io.flowgauge.probabilistic.order.MomentTable;
import java.util.Map;

/** The longest of the data segments, the sum of whose latencies is tabulated. */
final class DspTable implements PathTable {
  private final LatencySum sum;
  private final double service;
  private final double logKept;
  private final Existing existing;
  private final MomentTable moments;

  DspTable(Map<Law, Integer> laws, double service, Fineness fineness) {
    sum = LatencySums.tabulated(laws, fineness);
    this.service = service;
    logKept = LatencySums.logKept(laws);
    existing = Existing.of(laws);
    moments = existing.mean() ? sum.moments() : null;
  }

  @Override
  public double mean(double count) {
    return existing.mean() ? service + moments.mean(count) : Double.POSITIVE_INFINITY;
  }

  @Override
  public double sd(double count) {
    return existing.sd() ? moments.sd(count) : Double.POSITIVE_INFINITY;
  }

  @Override
  public double quantile(double count, double p) {
    if (logKept == 0) {
      return service + sum.tabulatedQuantile(count, p);
    }
    double level = Math.log(p) / count - logKept;
    return level >= 0 ? Double.POSITIVE_INFINITY : service + sum.atLogCdf(level);
  }

  @Override
  public double probabilityWithin(double count, double t) {
    return Math.exp(count * (logKept + sum.logCdf(t - service)));
  }

  @Override
  public String method() {
    return "DSP: table of the longest of the data segments; " + sum.method();
  }

  @Override
  public ForecastError.Kind errorKind() {
    return sum.errorKind() == ForecastError.Kind.EXACT_TO
        ? ForecastError.Kind.ESTIMATE
        : sum.errorKind();
  }

  @Override
  public double relativeError() {
    return Math.max(ChainTable.FINE_ERROR, sum.relativeError());
  }

  @Override
  public double absoluteError() {
    return sum.absoluteError();
  }
}
