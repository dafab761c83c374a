package io.flowgauge.resources.forecast;

/** A simple forecaster of the next value. Not thread-safe. */
interface Forecaster {
  /** Takes the next value. */
  void add(double value);

  /** The value expected next; meaningless before the first value. */
  double next();

  /** A name for people. */
  String name();
}
