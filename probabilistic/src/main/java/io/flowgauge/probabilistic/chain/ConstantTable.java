package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ForecastError;

/** Services none of which varies. */
record ConstantTable(double seconds) implements PathTable {
  @Override
  public double mean(double count) {
    return seconds;
  }

  @Override
  public double sd(double count) {
    return 0;
  }

  @Override
  public double quantile(double count, double p) {
    return seconds;
  }

  @Override
  public double probabilityWithin(double count, double t) {
    return t < seconds ? 0 : 1;
  }

  @Override
  public String method() {
    return "sum of constant times";
  }

  @Override
  public ForecastError.Kind errorKind() {
    return ForecastError.Kind.EXACT_TO;
  }

  @Override
  public double relativeError() {
    return ChainTable.FINE_ERROR;
  }

  @Override
  public double absoluteError() {
    return 0;
  }
}
