package io.flowgauge.probabilistic.fourier;

/**
 * Distances from its mean beyond which a sum of independent times has a probability of at most
 * about 1e-16 on either side. Stateless.
 */
public final class Reach {
  /**
   * Safety factor on the right: sums of few heavy tails reach further than the root of the sum of
   * squares.
   */
  private static final double HEADROOM = 1.15;

  /** {@code sqrt(2 ln 1e16)}. */
  private static final double DEVIATIONS = 8.6;

  private Reach() {}

  /**
   * Returns the reach to the left. For times X above 0, {@code P(S < E - t) <= exp(-t² / (2 Σ
   * E[X²]))}, so the reach of many times is less than the distance to the sum of their lower ends.
   *
   * @param squares the sum of {@code E[X²]}
   */
  public static double left(double squares) {
    return DEVIATIONS * Math.sqrt(squares);
  }

  /**
   * Returns the reach to the right, to which the upper ends contribute the root of the sum of the
   * squares of their distances.
   *
   * @param furthest the sum of the squared distances of the upper ends from the means
   * @param variance the sum of the variances
   */
  public static double right(double furthest, double variance) {
    return Math.max(HEADROOM * Math.sqrt(furthest), DEVIATIONS * Math.sqrt(variance));
  }
}
