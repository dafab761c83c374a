package io.flowgauge.resources.forecast;

/** Exponential smoothing of a level and of its trend ([Holt] 1957). */
final class Trend implements Forecaster {
  private static final double LEVEL_GAIN = 0.3;
  private static final double TREND_GAIN = 0.05;

  private double level = Double.NaN;
  private double trend;

  @Override
  public void add(double value) {
    if (Double.isNaN(level)) {
      level = value;
      return;
    }
    double before = level;
    level = LEVEL_GAIN * value + (1 - LEVEL_GAIN) * (level + trend);
    trend = TREND_GAIN * (level - before) + (1 - TREND_GAIN) * trend;
  }

  @Override
  public double next() {
    return level + trend;
  }

  @Override
  public String name() {
    return "trend";
  }
}
