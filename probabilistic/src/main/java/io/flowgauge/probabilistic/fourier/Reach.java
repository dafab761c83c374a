package io.flowgauge.probabilistic.fourier;

/**
 * How far sums of independent times reach from their means, but for a probability of 1e-16 on
 * either side. Stateless.
 */
public final class Reach {
  /** Spare room on the right: sums of few heavy tails reach further than the root of squares. */
  private static final double HEADROOM = 1.15;

  /** {@code sqrt(2 ln 1e16)}. */
  private static final double DEVIATIONS = 8.6;

  private Reach() {}

  /**
   * To the left, {@code P(S < E - t) <= exp(-t² / (2 Σ E[X²]))} for times X above 0, so that many
   * times reach less far than all their lower ends together.
   *
   * @param squares the sum of {@code E[X²]}
   */
  public static double left(double squares) {
    return DEVIATIONS * Math.sqrt(squares);
  }

  /**
   * To the right, the furthest ends count by the root of the sum of their squares.
   *
   * @param furthest the sum of the squares of how far each reaches
   * @param variance the sum of the variances
   */
  public static double right(double furthest, double variance) {
    return Math.max(HEADROOM * Math.sqrt(furthest), DEVIATIONS * Math.sqrt(variance));
  }
}
