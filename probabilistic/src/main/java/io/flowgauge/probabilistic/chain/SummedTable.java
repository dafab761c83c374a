package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.MomentTable;
import java.util.Map;
import java.util.function.Supplier;

/** A path whose times are those of its services and of a sum of latencies, which is tabulated. */
abstract class SummedTable implements PathTable {
  private final double service;
  private final Existing existing;

  /** Of the time less the services'; null without a mean. */
  private final MomentTable moments;

  /** What its errors are those of. */
  private final LatencySum sum;

  /**
   * A table.
   *
   * @param laws the latencies
   * @param service time of the services, in seconds
   * @param sum the sum it is made of
   * @param moments makes its moments, where they exist
   */
  SummedTable(
      Map<Law, Integer> laws, double service, LatencySum sum, Supplier<MomentTable> moments) {
    this.service = service;
    this.sum = sum;
    existing = Existing.of(laws);
    this.moments = existing.mean() ? moments.get() : null;
  }

  @Override
  public final double mean(double count) {
    return existing.mean() ? service + moments.mean(count) : Double.POSITIVE_INFINITY;
  }

  @Override
  public final double sd(double count) {
    return existing.sd() ? moments.sd(count) : Double.POSITIVE_INFINITY;
  }

  @Override
  public final ForecastError.Kind errorKind() {
    return sum.errorKind() == ForecastError.Kind.EXACT_TO
        ? ForecastError.Kind.ESTIMATE
        : sum.errorKind();
  }

  @Override
  public final double relativeError() {
    return Math.max(ChainTable.FINE_ERROR, sum.relativeError());
  }

  @Override
  public final double absoluteError() {
    return sum.absoluteError();
  }
}
