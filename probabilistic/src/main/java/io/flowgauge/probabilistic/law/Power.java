package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;

/**
 * What a law is a multiple of: a standard law raised to a power, {@code c * B^exponent}. So the
 * logarithms of the quantiles of all such laws differ by place and scale only.
 *
 * @param base the standard law, of positive times, with neither atoms nor lost jobs
 * @param exponent above 0
 */
public record Power(Law base, double exponent) {}
