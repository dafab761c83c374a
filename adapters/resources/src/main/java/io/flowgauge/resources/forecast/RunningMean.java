package io.flowgauge.resources.forecast;

/** The mean of all values so far. */
final class RunningMean implements Forecaster {
  private long count;
  private double mean;

  @Override
  public void add(double value) {
    count++;
    mean += (value - mean) / count;
  }

  @Override
  public double next() {
    return mean;
  }

  @Override
  public String name() {
    return "mean of all";
  }
}
