package io.flowgauge.tuning;

import java.util.Locale;

/**
 * A rate, measured in several intervals. Immutable.
 *
 * @param mean its mean, per second
 * @param error standard error of the mean
 * @param intervals how many intervals were measured
 */
public record Rate(double mean, double error, int intervals) {
  /** The rate when nothing was measured. */
  public static final Rate NONE = new Rate(0, 0, 0);

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.4g/s", mean);
  }
}
