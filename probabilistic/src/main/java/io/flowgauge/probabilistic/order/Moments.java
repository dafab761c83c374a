package io.flowgauge.probabilistic.order;

/**
 * Mean and standard deviation. Immutable and thread-safe.
 *
 * @param mean seconds
 * @param sd seconds
 * @param relativeError the larger relative error of the two
 */
public record Moments(double mean, double sd, double relativeError) {}
