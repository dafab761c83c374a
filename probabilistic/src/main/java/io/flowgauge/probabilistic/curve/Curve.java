package io.flowgauge.probabilistic.curve;

/**
 * The distribution of a time, given by its survival function on a range outside which the
 * probability is negligible. Implementations are immutable and thread-safe.
 */
public interface Curve {
  /** The jumps of a continuous distribution: none. */
  double[] NO_JUMPS = {};

  /**
   * Returns {@code P(X > t)}.
   *
   * @param t a time in seconds
   * @return a probability
   */
  double survival(double t);

  /** Returns the lower end of the range, up to which the survival function is 1, in seconds. */
  double lower();

  /**
   * Returns the upper end of the range, beyond which the survival function is negligible, in
   * seconds; no less than the lower end.
   */
  double upper();

  /**
   * Returns the values with a probability of their own, in seconds, ascending. Callers must not
   * modify the array.
   */
  default double[] jumps() {
    return NO_JUMPS;
  }

  /**
   * Returns the times at which the survival function may not be smooth, in seconds, in any order.
   */
  default double[] breaks() {
    return new double[] {lower(), upper()};
  }

  /** Whether all probability is in the jumps. */
  default boolean isStepwise() {
    return false;
  }

  /** Whether the time is constant. */
  default boolean isConstant() {
    return lower() == upper();
  }
}
