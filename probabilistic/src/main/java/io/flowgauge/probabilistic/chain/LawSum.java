package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Moments;
import io.flowgauge.probabilistic.order.OrderStatistic;

/** A sum whose law is known. */
final class LawSum implements LatencySum {
  private final Law law;
  private final OrderStatistic order;

  LawSum(Law law) {
    this.law = law;
    order = OrderStatistic.of(law);
  }

  @Override
  public double logCdf(double t) {
    return law.logCdf(t);
  }

  @Override
  public double atLogCdf(double level) {
    return order.atScore(-Math.log(-level));
  }

  @Override
  public Moments longest(double count) {
    return order.moments(count);
  }

  @Override
  public double relativeError() {
    return OrderStatistic.RELATIVE_ERROR;
  }

  @Override
  public String method() {
    return "order statistic of " + law;
  }
}
