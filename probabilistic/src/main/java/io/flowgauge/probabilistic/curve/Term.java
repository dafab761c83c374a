package io.flowgauge.probabilistic.curve;

/**
 * Several independent times of one distribution, to be added or compared.
 *
 * @param curve distribution of each
 * @param count how many there are, 1 or more
 */
public record Term(Curve curve, long count) {}
