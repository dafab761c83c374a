package io.flowgauge.resources.forecast;

/** A line of durations over load, by least squares with exponential forgetting. Not thread-safe. */
final class LoadFit {
  private double weight;
  private double loads;
  private double durations;
  private double squares;
  private double products;

  void add(double seconds, double load) {
    weight = weight * Horizon.DISCOUNT + 1;
    loads = loads * Horizon.DISCOUNT + load;
    durations = durations * Horizon.DISCOUNT + seconds;
    squares = squares * Horizon.DISCOUNT + load * load;
    products = products * Horizon.DISCOUNT + load * seconds;
  }

  /** Returns the duration under a load, which never falls with load; NaN before the first one. */
  double at(double load) {
    double mean = loads / weight;
    double spread = squares / weight - mean * mean;
    double slope = (products / weight - mean * durations / weight) / spread;
    return durations / weight + (spread > 1e-9 ? Math.max(0, slope) : 0) * (load - mean);
  }
}
