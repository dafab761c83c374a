package io.flowgauge.learning.service;

/**
 * Variances of deviations. Immutable and thread-safe.
 *
 * @param outer of those that all types have in common
 * @param inner of those of a type, on top
 */
record NestedPrior(double outer, double inner) {}
