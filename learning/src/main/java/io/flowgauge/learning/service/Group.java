package io.flowgauge.learning.service;

/**
 * What activities that have something in common deviate by: {@code precision} is the sum of their
 * weights over residual variances, {@code sum} that of their deviations times the same. Not
 * thread-safe.
 */
final class Group {
  double precision;
  double sum;

  Group() {}

  Group(Group other) {
    precision = other.precision;
    sum = other.sum;
  }

  void add(double deviation, double weight) {
    precision += weight;
    sum += weight * deviation;
  }

  /** The deviation, of the prior variance given. */
  Estimate estimate(double prior) {
    double variance = prior / (1 + prior * precision);
    return new Estimate(sum * variance, variance);
  }
}
