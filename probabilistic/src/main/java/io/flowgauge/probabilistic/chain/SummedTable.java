package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.order.MomentTable;
import java.util.Map;
import java.util.function.Supplier;

/** The table of a path: the constant time of its services plus a tabulated sum of latencies. */
abstract class SummedTable implements PathTable {
  private final double service;
  private final FiniteMoments finite;

  /** Moments of the makespan less the service time; null if the mean is infinite. */
  private final MomentTable moments;

  /** The sum whose errors and method the table reports. */
  private final LatencySum sum;

  /**
   * Creates a table.
   *
   * @param service time of the services, in seconds
   * @param moments computes the moments; called only if the mean is finite
   */
  SummedTable(
      Map<Law, Integer> laws, double service, LatencySum sum, Supplier<MomentTable> moments) {
    this.service = service;
    this.sum = sum;
    finite = FiniteMoments.of(laws);
    this.moments = finite.mean() ? moments.get() : null;
  }

  abstract double quantile(double count, double p);

  abstract double cdf(double count, double t);

  abstract String method();

  @Override
  public final Answer at(double count) {
    return new TableAnswer(this, count);
  }

  /** The makespan for one number of data segments. */
  private record TableAnswer(SummedTable table, double count) implements Answer {
    @Override
    public double mean() {
      return table.finite.mean()
          ? table.service + table.moments.mean(count)
          : Double.POSITIVE_INFINITY;
    }

    @Override
    public double sd() {
      return table.finite.sd() ? table.moments.sd(count) : Double.POSITIVE_INFINITY;
    }

    @Override
    public double quantile(double p) {
      return table.quantile(count, p);
    }

    @Override
    public double cdf(double t) {
      return table.cdf(count, t);
    }

    @Override
    public String method() {
      return table.method();
    }

    @Override
    public ForecastError.Kind kind() {
      return table.sum.errorKind() == ForecastError.Kind.EXACT_TO
          ? ForecastError.Kind.ESTIMATE
          : table.sum.errorKind();
    }

    @Override
    public double relativeError() {
      return Math.max(ChainTable.FINE_ERROR, table.sum.relativeError());
    }

    @Override
    public double absoluteError() {
      return table.sum.absoluteError();
    }
  }
}
