package io.flowgauge.probabilistic.order;

/**
 * The levels of a {@link ScoreTable} at its nodes, logarithms of survival, which are the same for
 * all distributions. Immutable and thread-safe.
 */
final class ScoreNodes {
  /**
   * Score of the first node. Quantiles of probabilities below {@code exp(-exp(4))}, or 2e-24, are
   * not tabulated.
   */
  static final double FROM = -4;

  /** Score of the last node: {@code n (1 - p)} may be as small as 2e-12 for n = 1e9. */
  private static final double TO = 48;

  final double[] levels;

  /** Derivatives of the levels per node. */
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
