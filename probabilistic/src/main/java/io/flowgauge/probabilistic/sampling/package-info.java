/**
 * Makespans by sampling: many samples of a graph at once, drawn until the answer is good enough,
 * and what made each of them. Start at {@link io.flowgauge.probabilistic.sampling.Sampling}, which
 * draws from any {@link io.flowgauge.probabilistic.sampling.Sampler}; a {@link
 * io.flowgauge.probabilistic.sampling.Traces} give the reasons.
 */
package io.flowgauge.probabilistic.sampling;
