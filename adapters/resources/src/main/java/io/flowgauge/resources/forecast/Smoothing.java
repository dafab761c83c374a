package io.flowgauge.resources.forecast;

/** Exponential smoothing, {@code s ← s + g (x − s)}; with a gain of 1 the last value. */
final class Smoothing implements Forecaster {
  private final double gain;
  private double level = Double.NaN;

  Smoothing(double gain) {
    this.gain = gain;
  }

  @Override
  public void add(double value) {
    level = Double.isNaN(level) ? value : level + gain * (value - level);
  }

  @Override
  public double next() {
    return level;
  }

  @Override
  public String name() {
    return gain == 1 ? "last value" : "smoothing by " + gain;
  }
}
