package io.flowgauge.learning.service;

/**
 * The residual variance to expect of a type of which little is known: the geometric mean of the
 * variances of all types, weighted by how much is known of each. Not thread-safe.
 */
final class TypicalVariance {
  /** Weight of the prior variance, in types. */
  private static final double WORTH = 3;

  private double logs = WORTH * Math.log(Regression.PRIOR_VARIANCE);
  private double weights = WORTH;

  TypicalVariance() {}

  TypicalVariance(TypicalVariance other) {
    logs = other.logs;
    weights = other.weights;
  }

  void add(TypeLaw law) {
    count(law, 1);
  }

  /** Removes a law, before it changes. */
  void remove(TypeLaw law) {
    count(law, -1);
  }

  private void count(TypeLaw law, int sign) {
    double known = sign * law.known();
    weights += known;
    logs += known * Math.log(law.variance());
  }

  double value() {
    return Math.exp(logs / weights);
  }
}
