/**
 * A workflow's graph as a tree of regions, and distributions of regions from those of their
 * members. Start at {@link io.flowgauge.probabilistic.reduction.Reduction}, which gives {@link
 * io.flowgauge.probabilistic.reduction.Shapes}; {@link io.flowgauge.probabilistic.reduction.Curves}
 * computes these, and {@link io.flowgauge.probabilistic.reduction.DiscreteCurves} bounds them.
 */
package io.flowgauge.probabilistic.reduction;
