package io.flowgauge.probabilistic.order;

/**
 * The nodes of a {@link ScoreTable} and the logarithms of survival there, which are the same for
 * all distributions. Immutable and thread-safe.
 */
final class ScoreNodes {
  /**
   * Score of the first node: probabilities of {@code exp(-exp(4))}, or 2e-24, and below are
   * computed.
   */
  static final double FROM = -4;

  /** {@code n (1 - p)} down to 1e-10 for a count of 1e9. */
  private static final double TO = 48;

  final double[] levels;

  /** Derivatives of the levels, for steps of 1. */
  final double[] slopes;

  ScoreNodes(int perUnit) {
    int cells = (int) ((TO - FROM) * perUnit);
    levels = new double[cells + 1];
    slopes = new double[cells + 1];
    for (int k = 0; k <= cells; k++) {
      double log = -Math.exp(-(FROM + (double) k / perUnit));
      levels[k] = Logs.log1mExp(log);
      slopes[k] = log / Math.expm1(-log) / perUnit;
    }
  }
}
