package io.flowgauge.probabilistic.curve;

/**
 * A distribution of a time by its survival function, on the range that counts: what is outside has
 * a negligible probability. Implementations are immutable and thread-safe.
 */
public interface Curve {
  /** No jumps: the values of a continuous distribution. */
  double[] NO_JUMPS = {};

  /**
   * {@code P(X > t)}.
   *
   * @param t a time in seconds
   * @return a probability
   */
  double survival(double t);

  /** Where the survival function is still 1: seconds. */
  double lower();

  /** Where the survival function is negligible: seconds, no less than the lower end. */
  double upper();

  /** Values with a probability of their own: seconds, ascending; not to be written to. */
  default double[] jumps() {
    return NO_JUMPS;
  }

  /** Places where the survival function may not be smooth: seconds, in any order. */
  default double[] breaks() {
    return new double[] {lower(), upper()};
  }

  /** Whether all probability is in the jumps. */
  default boolean isStepwise() {
    return false;
  }

  /** Whether the time does not vary. */
  default boolean isConstant() {
    return lower() == upper();
  }
}
