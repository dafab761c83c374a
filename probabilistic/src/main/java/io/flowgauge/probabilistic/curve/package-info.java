/**
 * Distributions of times as survival functions, and the distributions of sums and maxima of several
 * times, computed on lattices. A {@link io.flowgauge.probabilistic.curve.Curve} is made from a law
 * by {@link io.flowgauge.probabilistic.curve.LawCurve}, added by {@link
 * io.flowgauge.probabilistic.curve.Sums}, compared by {@link
 * io.flowgauge.probabilistic.curve.MaximumCurve}, and integrated by {@link
 * io.flowgauge.probabilistic.curve.Integrals}. The package does not depend on workflows.
 */
package io.flowgauge.probabilistic.curve;
