package io.flowgauge.learning.service;

/**
 * What is known of the law y = a + b z + e from weighted moments, by the conjugate
 * normal-inverse-gamma prior: e has variance s², the intercept a is about the mean of y, the slope
 * b about 1 or, without sizes, 0. Immutable and thread-safe.
 *
 * @param intercept mean of a
 * @param slope mean of b
 * @param scale mean of s²: the variances below are in units of it
 * @param interceptVariance variance of a
 * @param covariance covariance of a and b
 * @param slopeVariance variance of b
 * @param logEvidence log of the probability of the data, up to a term that depends only on the sum
 *     of weights
 */
record Regression(
    double intercept,
    double slope,
    double scale,
    double interceptVariance,
    double covariance,
    double slopeVariance,
    double logEvidence) {
  /** Prior degrees of freedom and scale of the residual variance. */
  static final double PRIOR_FREEDOM = 2;

  static final double PRIOR_VARIANCE = 0.05 * 0.05;

  /**
   * Prior precisions of the intercept and the slope, in units of the residual precision. With the
   * prior residual variance, they are standard deviations of 3 and 0.1.
   */
  private static final double INTERCEPT_WEIGHT = PRIOR_VARIANCE / 9;

  private static final double SLOPE_WEIGHT = PRIOR_VARIANCE / 0.01;

  /** The law without sizes. */
  static Regression constant(Moments m) {
    double weight = m.weight + INTERCEPT_WEIGHT;
    double logDeterminants = Math.log(INTERCEPT_WEIGHT / weight);
    Spread spread = new Spread(m.weight, m.yy, logDeterminants);
    return new Regression(m.meanY, 0, spread.scale(), 1 / weight, 0, 0, spread.logEvidence());
  }

  /** The law with sizes, solved about the prior mean: intercept mean of y, slope 1. */
  static Regression sized(Moments m) {
    double square = m.zz + m.weight * m.meanZ * m.meanZ;
    double cross = m.weight * m.meanZ;
    double first = m.weight + INTERCEPT_WEIGHT;
    double second = square + SLOPE_WEIGHT;
    double determinant = first * (m.zz + SLOPE_WEIGHT) + INTERCEPT_WEIGHT * cross * m.meanZ;
    double right = m.zy - square;
    double a = (-second * cross - cross * right) / determinant;
    double b = (first * right + cross * cross) / determinant;
    double rest = m.yy - 2 * m.zy + square + a * cross - b * right;
    double priorDeterminant = INTERCEPT_WEIGHT * SLOPE_WEIGHT;
    Spread spread = new Spread(m.weight, rest, Math.log(priorDeterminant / determinant));
    return new Regression(
        m.meanY + a,
        1 + b,
        spread.scale(),
        second / determinant,
        -cross / determinant,
        first / determinant,
        spread.logEvidence());
  }

  /** Residual variance and evidence, from the sum of squares that is left. */
  private record Spread(double weight, double squares, double logDeterminants) {
    private double sum() {
      return PRIOR_FREEDOM * PRIOR_VARIANCE + Math.max(0, squares);
    }

    private double freedom() {
      return PRIOR_FREEDOM + weight;
    }

    double scale() {
      return sum() / freedom();
    }

    double logEvidence() {
      return (logDeterminants - freedom() * Math.log(sum() / 2)) / 2;
    }
  }

  double at(double z) {
    return intercept + slope * z;
  }

  /** Variance of the law at a log size. */
  double variance(double z) {
    return scale * (interceptVariance + 2 * z * covariance + z * z * slopeVariance);
  }
}
