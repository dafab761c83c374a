package io.flowgauge.resources.forecast;

/** A simple forecaster of the next value. Not thread-safe. */
interface Forecaster {
  /** Adds the next value of the series. */
  void add(double value);

  /** Returns the value expected next; meaningless before the first value. */
  double next();

  /** Returns a name for people to read. */
  String name();
}
