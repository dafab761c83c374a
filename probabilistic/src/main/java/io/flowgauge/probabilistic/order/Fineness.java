package io.flowgauge.probabilistic.order;

/**
 * How finely a {@link Tail} is tabulated: its cost, and the accuracy of its answers. Immutable and
 * thread-safe.
 */
public final class Fineness {
  /** Mean, standard deviation and quantiles to 1e-10, down to probabilities of 1e-40. */
  public static final Fineness FULL = new Fineness(17, 1e-13, 2e-12, 12, 4, 1e-18, 1e-44, 64, 16);

  /**
   * To some 1e-7, as long as no more than 1e9 times are compared, in a hundredth of the time; to
   * some 1e-6 next to a corner of the density, such as a sum of two uniform laws has.
   */
  public static final Fineness QUICK = new Fineness(13, 5e-8, 5e-8, 7, 3, 1e-11, 1e-26, 16, 8);

  private static final double ACCURATE = 1e-16;
  private static final int LEAST_TERMS = 11;

  /** Of logarithms of survival functions. */
  final Chebyshev polynomials;

  /** Of survival functions themselves, on shorter pieces. */
  final Chebyshev piecePolynomials;

  /** How far a polynomial of a law may be off, in the logarithm of its survival function. */
  final double lawTolerance;

  /** Of sums, which are as rough as the integrals they are made of. */
  final double sumTolerance;

  final GaussLegendre rule;

  /** As accurate as {@link #rule}, but through samples at other places. */
  final Chebyshev mergedPolynomials;

  /** Probability below which the lower end is cut off. */
  final double lowerCut;

  final double upperCut;

  /** Powers of e by which the density may change where {@link #rule} integrates it. */
  final double fold;

  /** Nodes in a unit of a table of scores, a multiple of those of a table of moments. */
  final int scoresPerUnit;

  final ScoreNodes scoreNodes;

  final int momentsPerUnit;

  /** Probabilities below need no care. */
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
