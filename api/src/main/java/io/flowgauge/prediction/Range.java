package io.flowgauge.prediction;

/**
 * A closed interval of seconds. Immutable and thread-safe.
 *
 * @param lower the lower end
 * @param upper the upper end, not below the lower one
 */
public record Range(double lower, double upper) {
  /**
   * Checks the ends.
   *
   * @param lower the lower end
   * @param upper the upper end
   * @throws IllegalArgumentException if an end is NaN, or the lower one is above the upper one
   */
  public Range {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException(
          "range: its lower end must not exceed its upper end, but is " + lower + " to " + upper);
    }
  }

  /**
   * A range around a value.
   *
   * @param value the middle
   * @param relative half the width as a fraction of the value, 0 or more
   * @return from {@code value - |value| relative} to {@code value + |value| relative}
   */
  public static Range around(double value, double relative) {
    double half = Double.isInfinite(value) ? 0 : Math.abs(value) * relative;
    return new Range(value - half, value + half);
  }

  /**
   * Whether a value is inside.
   *
   * @param value any number
   * @return true if it is neither below the lower nor above the upper end
   */
  public boolean contains(double value) {
    return lower <= value && value <= upper;
  }

  @Override
  public String toString() {
    return lower + " s to " + upper + " s";
  }
}
