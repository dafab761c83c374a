/**
 * Makespans by sampling: many samples of a graph at once, drawn until the answer is accurate
 * enough, and the chains of activities that determined them. Start at {@link
 * io.flowgauge.probabilistic.sampling.Sampling}, which draws from any {@link
 * io.flowgauge.probabilistic.sampling.Sampler}; {@link io.flowgauge.probabilistic.sampling.Traces}
 * give the reasons.
 */
package io.flowgauge.probabilistic.sampling;
