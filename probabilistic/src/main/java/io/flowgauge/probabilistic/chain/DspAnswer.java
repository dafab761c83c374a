package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.order.Moments;
import java.util.Map;

/**
 * {@code Σ r_i} plus the longest of n sums of latencies with distribution function G: {@code
 * P(makespan <= t) = G(t - Σ r_i)^n}.
 */
final class DspAnswer implements Answer {
  private final LatencySum sum;
  private final double service;
  private final double count;
  private final double logKept;
  private final FiniteMoments finite;
  private final Moments moments;

  DspAnswer(LatencySum sum, Map<Law, Integer> laws, double service, double count) {
    this.sum = sum;
    this.service = service;
    this.count = count;
    logKept = count * LatencySums.logKept(laws);
    finite = FiniteMoments.of(laws);
    moments = finite.mean() ? sum.longest(count) : new Moments(0, 0, 0);
  }

  @Override
  public double mean() {
    return finite.mean() ? service + moments.mean() : Double.POSITIVE_INFINITY;
  }

  @Override
  public double sd() {
    return finite.sd() ? moments.sd() : Double.POSITIVE_INFINITY;
  }

  @Override
  public double quantile(double p) {
    double level = (Math.log(p) - logKept) / count;
    return level >= 0 ? Double.POSITIVE_INFINITY : service + sum.atLogCdf(level);
  }

  @Override
  public double cdf(double t) {
    return Math.exp(logKept + count * sum.logCdf(t - service));
  }

  @Override
  public String method() {
    return "DSP: longest of the data segments; " + sum.method();
  }

  @Override
  public ForecastError.Kind kind() {
    return sum.errorKind();
  }

  @Override
  public double relativeError() {
    return sum.relativeError();
  }

  @Override
  public double absoluteError() {
    return sum.absoluteError();
  }
}
