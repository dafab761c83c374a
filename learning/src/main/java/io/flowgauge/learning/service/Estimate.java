package io.flowgauge.learning.service;

/**
 * What is known of a term of the log time. Immutable and thread-safe.
 *
 * @param mean mean of the term
 * @param variance variance of the term, 0 or more
 */
record Estimate(double mean, double variance) {
  static final Estimate ZERO = new Estimate(0, 0);
}
