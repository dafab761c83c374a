package io.flowgauge.learning.service;

/**
 * What is known of the deviation of a type within a run, or on a machine. Immutable and
 * thread-safe.
 *
 * @param mean of the whole deviation
 * @param outerVariance of the part that all types have in common
 * @param innerVariance of the part of the type alone
 */
record NestedEstimate(double mean, double outerVariance, double innerVariance) {
  static final NestedEstimate ZERO = new NestedEstimate(0, 0, 0);

  double variance() {
    return outerVariance + innerVariance;
  }
}
