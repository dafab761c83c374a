/**
 * Reduces a workflow's graph to a tree of regions, and computes distributions of regions from those
 * of their members. Start at {@link io.flowgauge.probabilistic.reduction.Reduction}, which produces
 * {@link io.flowgauge.probabilistic.reduction.Shapes}; {@link
 * io.flowgauge.probabilistic.reduction.Curves} computes these, and {@link
 * io.flowgauge.probabilistic.reduction.DiscreteCurves} bounds them.
 */
package io.flowgauge.probabilistic.reduction;
