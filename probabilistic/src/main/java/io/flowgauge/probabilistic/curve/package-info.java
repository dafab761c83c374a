/**
 * Distributions of times as survival functions, and those of sums and of the longest of several,
 * computed on lattices. A {@link io.flowgauge.probabilistic.curve.Curve} comes from a law by {@link
 * io.flowgauge.probabilistic.curve.LawCurve}, is added up by {@link
 * io.flowgauge.probabilistic.curve.Sums}, compared by {@link
 * io.flowgauge.probabilistic.curve.MaximumCurve}, and integrated by {@link
 * io.flowgauge.probabilistic.curve.Integrals}. Knows nothing of workflows.
 */
package io.flowgauge.probabilistic.curve;
