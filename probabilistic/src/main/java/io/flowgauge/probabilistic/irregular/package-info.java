/**
 * Makespans of small irregular regions without samples: as Markov chains where all times are sums
 * of exponential ones, otherwise as mixtures over the times of one or two members. Start at {@link
 * io.flowgauge.probabilistic.irregular.Irregulars}, which finds the method of each region.
 */
package io.flowgauge.probabilistic.irregular;
