package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.grid.GridSum;
import io.flowgauge.probabilistic.order.Fineness;
import io.flowgauge.probabilistic.order.Moments;
import io.flowgauge.probabilistic.order.OrderStatistic;
import java.util.Map;

/** A sum of latencies whose densities have corners. */
record CornerSum(GridSum sum) implements LatencySum {
  /** The least error that may be requested, with a margin. */
  private static final double FULL_ERROR = 5e-10;

  /**
   * Convolves the laws.
   *
   * @param most greatest number of sums of which the longest will be requested
   */
  static CornerSum of(Map<Law, Integer> laws, Fineness fineness, double most) {
    double goal = fineness == Fineness.QUICK ? TailSum.QUICK_ERROR : FULL_ERROR;
    return new CornerSum(GridSum.of(laws, goal, most));
  }

  @Override
  public double logCdf(double t) {
    return sum.logCdf(t);
  }

  @Override
  public double atLogCdf(double level) {
    double survival = -Math.expm1(level);
    return survival < 0.5 ? sum.upperQuantile(survival) : sum.quantile(Math.exp(level));
  }

  @Override
  public Moments longest(double count) {
    return sum.moments(count);
  }

  @Override
  public double relativeError() {
    return Math.max(OrderStatistic.RELATIVE_ERROR, sum.relativeError());
  }

  @Override
  public ForecastError.Kind errorKind() {
    return relativeError() > OrderStatistic.RELATIVE_ERROR
        ? ForecastError.Kind.ESTIMATE
        : ForecastError.Kind.EXACT_TO;
  }

  @Override
  public String method() {
    return "convolution of extrapolated grids";
  }
}
