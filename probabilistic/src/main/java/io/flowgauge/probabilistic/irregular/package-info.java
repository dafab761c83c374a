/**
 * Makespans of small irregular regions without sampling: as Markov chains if all times are sums of
 * exponential stages, otherwise as mixtures over the times of one or two members. Start at {@link
 * io.flowgauge.probabilistic.irregular.Irregulars}, which chooses a method for each region.
 */
package io.flowgauge.probabilistic.irregular;
