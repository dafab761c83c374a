package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;

/**
 * A power of a standard law, of which a law {@code c * B^exponent} is a multiple. The logarithms of
 * the quantiles of all such laws differ only in location and scale.
 *
 * @param base the standard law, of positive times, with neither atoms nor lost jobs
 * @param exponent above 0
 */
public record Power(Law base, double exponent) {}
