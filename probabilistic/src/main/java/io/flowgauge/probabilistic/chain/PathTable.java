package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;

/** A makespan for every number of data segments. Implementations are immutable, thread-safe. */
interface PathTable {
  double mean(double count);

  double sd(double count);

  double quantile(double count, double p);

  double probabilityWithin(double count, double t);

  String method();

  ForecastError.Kind errorKind();

  double relativeError();

  double absoluteError();

  /** For one number. */
  default Makespan at(double count) {
    return new TableMakespan(this, count);
  }

  /** One number's part of a table. */
  record TableMakespan(PathTable table, double count) implements Makespan {
    @Override
    public double mean() {
      return table.mean(count);
    }

    @Override
    public double sd() {
      return table.sd(count);
    }

    @Override
    public double quantile(double p) {
      return table.quantile(count, p);
    }

    @Override
    public double probabilityWithin(double t) {
      return table.probabilityWithin(count, t);
    }

    @Override
    public String method() {
      return table.method();
    }

    @Override
    public ForecastError.Kind errorKind() {
      return table.errorKind();
    }

    @Override
    public double relativeError() {
      return table.relativeError();
    }

    @Override
    public double absoluteError() {
      return table.absoluteError();
    }
  }
}
