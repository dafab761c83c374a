package io.flowgauge.learning.service;

/**
 * What is known of the deviation of a type within a run, or on a machine. Immutable and
 * thread-safe.
 *
 * @param mean mean of the whole deviation
 * @param outerVariance variance of the part that all types share
 * @param innerVariance variance of the part of the type alone
 */
record NestedEstimate(double mean, double outerVariance, double innerVariance) {
  static final NestedEstimate ZERO = new NestedEstimate(0, 0, 0);

  double variance() {
    return outerVariance + innerVariance;
  }
}
