package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.order.Fineness;
import io.flowgauge.probabilistic.order.Moments;
import io.flowgauge.probabilistic.order.OrderStatistic;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code Σ (r_i + K_i)}, where {@code K_i} is the longest of n latencies. Mean and variance are
 * sums; the {@code K_i} are convolved when the distribution is first needed.
 */
final class DpAnswer implements Answer {
  private final Map<Law, Integer> laws;
  private final double service;
  private final double count;
  private final Fineness fineness;
  private final double mean;
  private final double sd;

  /** Computed when first needed; racing threads compute equal sums. */
  private volatile LatencySum whole;

  DpAnswer(Map<Law, Integer> laws, double service, double count, Fineness fineness) {
    this.laws = laws;
    this.service = service;
    this.count = count;
    this.fineness = fineness;
    double sum = service;
    double variance = 0;
    for (Map.Entry<Law, Integer> each : laws.entrySet()) {
      Moments longest = OrderStatistic.of(each.getKey()).moments(count);
      sum += each.getValue() * longest.mean();
      variance += each.getValue() * longest.sd() * longest.sd();
    }
    mean = sum;
    sd = Math.sqrt(variance);
  }

  private LatencySum whole() {
    LatencySum made = whole;
    if (made == null) {
      made = sumOfLongest(laws, count, fineness);
      whole = made;
    }
    return made;
  }

  static LatencySum sumOfLongest(Map<Law, Integer> laws, double count, Fineness fineness) {
    Map<Law, Integer> longest = new LinkedHashMap<>();
    laws.forEach((law, times) -> longest.put(law.maximumOf(count), times));
    return LatencySums.of(longest, fineness, 1);
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public double sd() {
    return sd;
  }

  @Override
  public double quantile(double p) {
    double level = Math.log(p) - count * LatencySums.logKept(laws);
    return level >= 0 ? Double.POSITIVE_INFINITY : service + whole().atLogCdf(level);
  }

  @Override
  public double cdf(double t) {
    return Math.exp(count * LatencySums.logKept(laws) + whole().logCdf(t - service));
  }

  @Override
  public String method() {
    return "DP: sum of the longest latency of each service, by Gumbel quadrature; quantiles by "
        + "convolution";
  }

  @Override
  public ForecastError.Kind kind() {
    return whole().errorKind();
  }

  @Override
  public double relativeError() {
    return whole().relativeError();
  }

  @Override
  public double absoluteError() {
    return whole().absoluteError();
  }
}
