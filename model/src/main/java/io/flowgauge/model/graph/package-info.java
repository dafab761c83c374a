/**
 * Graph algorithms on dense integer nodes: the columnar core below workflows.
 *
 * <p>Start with {@link io.flowgauge.model.graph.Dag}, an immutable acyclic graph. {@link
 * io.flowgauge.model.graph.TransitiveReduction} drops its implied edges, {@link
 * io.flowgauge.model.graph.Decomposition} finds its {@link io.flowgauge.model.graph.RegionTree},
 * and {@link io.flowgauge.model.graph.LongestPath} weighs it. Nothing here knows of activities or
 * times beyond the node indices {@code 0..n-1}; callers translate between them and their ids.
 *
 * <p>Every algorithm is iterative, so that neither a chain of a million nodes nor regions nested a
 * hundred thousand levels deep overflow the stack, and deterministic: the same graph gives the same
 * result.
 */
package io.flowgauge.model.graph;
