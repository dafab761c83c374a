package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;

/** A table under a load that multiplies the makespan. */
record LoadedTable(PathTable base, SiteLoad load) implements PathTable {
  private Makespan loaded(double count) {
    return new LoadedMakespan(base.at(count), load);
  }

  @Override
  public double mean(double count) {
    return loaded(count).mean();
  }

  @Override
  public double sd(double count) {
    return loaded(count).sd();
  }

  @Override
  public double quantile(double count, double p) {
    return loaded(count).quantile(p);
  }

  @Override
  public double probabilityWithin(double count, double t) {
    return loaded(count).probabilityWithin(t);
  }

  @Override
  public String method() {
    return loaded(1).method();
  }

  @Override
  public ForecastError.Kind errorKind() {
    return base.errorKind();
  }

  @Override
  public double relativeError() {
    return base.relativeError();
  }

  @Override
  public double absoluteError() {
    return loaded(1).absoluteError();
  }
}
