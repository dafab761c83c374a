package io.flowgauge.probabilistic.order;

/**
 * How finely a {@link Tail} is tabulated, which determines its cost and accuracy. Immutable and
 * thread-safe.
 */
public final class Fineness {
  /**
   * Mean, standard deviation and quantiles have a relative error of 1e-10, down to probabilities of
   * 1e-40.
   */
  public static final Fineness FULL = new Fineness(17, 1e-13, 2e-12, 12, 4, 1e-18, 1e-44, 64, 16);

  /**
   * The relative error is about 1e-7 for the longest of at most 1e9 times, at a hundredth of the
   * cost. It is about 1e-6 next to a corner of the density, such as that of a sum of two uniform
   * laws.
   */
  public static final Fineness QUICK = new Fineness(13, 5e-8, 5e-8, 7, 3, 1e-11, 1e-26, 16, 8);

  private static final double ACCURATE = 1e-16;
  private static final int LEAST_TERMS = 11;

  /** Polynomials that interpolate logarithms of survival functions. */
  final Chebyshev polynomials;

  /** Polynomials that interpolate survival functions themselves, on shorter pieces. */
  final Chebyshev piecePolynomials;

  /** Accepted error of a law's polynomials, in the logarithm of its survival function. */
  final double lawTolerance;

  /**
   * Accepted error for sums, which are only as accurate as the integrals they are computed from.
   */
  final double sumTolerance;

  final GaussLegendre rule;

  /** Interpolation that is as accurate as {@link #rule} but uses other nodes. */
  final Chebyshev mergedPolynomials;

  /** Probability below which the lower end is cut off. */
  final double lowerCut;

  final double upperCut;

  /** Powers of e by which a probability may change over a piece that {@link #rule} integrates. */
  final double fold;

  /** Nodes per unit of a table of scores; a multiple of {@link #momentsPerUnit}. */
  final int scoresPerUnit;

  final ScoreNodes scoreNodes;

  final int momentsPerUnit;

  /** Probability below which accuracy does not matter. */
  final double negligible;

  private Fineness(
      int terms,
      double lawTolerance,
      double sumTolerance,
      int nodes,
      double fold,
      double lowerCut,
      double upperCut,
      int scoresPerUnit,
      int momentsPerUnit) {
    polynomials = new Chebyshev(terms);
    piecePolynomials = new Chebyshev(Math.max(terms, LEAST_TERMS));
    this.lawTolerance = lawTolerance;
    this.sumTolerance = sumTolerance;
    rule = new GaussLegendre(nodes);
    mergedPolynomials = new Chebyshev(2 * nodes + 1);
    this.lowerCut = lowerCut;
    this.upperCut = upperCut;
    this.scoresPerUnit = scoresPerUnit;
    scoreNodes = new ScoreNodes(scoresPerUnit);
    this.momentsPerUnit = momentsPerUnit;
    this.fold = fold;
    negligible = Math.max(ACCURATE, lawTolerance / 100);
  }
}
