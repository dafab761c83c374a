/**
 * The hierarchy of overheads for every region ([Nerieri] §III, SPEC §4).
 *
 * <p>{@link io.flowgauge.metrics.overhead.Hierarchy} computes it in one pass over the region tree.
 */
package io.flowgauge.metrics.overhead;
