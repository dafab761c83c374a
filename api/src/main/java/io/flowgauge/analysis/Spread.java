package io.flowgauge.analysis;

/**
 * Minimum, mean and maximum of some measured values, in seconds. Immutable and thread-safe.
 *
 * @param min the smallest
 * @param mean the mean
 * @param max the largest
 */
public record Spread(Measured min, Measured mean, Measured max) {
  /**
   * The spread of values that were not measured.
   *
   * @param reason why
   * @return three absent values
   */
  public static Spread absent(String reason) {
    Measured absent = Measured.absent(reason);
    return new Spread(absent, absent, absent);
  }
}
