/**
 * The hierarchy of overheads for every region ([Nerieri] §III, definitions, "Temporal overheads").
 *
 * <p>{@link io.flowgauge.metrics.overhead.Hierarchy} computes it in one pass over the region tree.
 */
package io.flowgauge.metrics.overhead;
