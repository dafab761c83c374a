package io.flowgauge.analysis;

import io.flowgauge.workflow.Region;

/**
 * Slowdown of a fork-join of n members, {@code sf = n · max_i T_n(a_i) / T_1} ([Truong] §5.4, Eq.
 * 4; definitions, "Activity and workflow metrics"). Immutable and thread-safe.
 *
 * @param section the parallel section; its members are activities or structured blocks
 * @param members n, without members that were skipped
 * @param slowdown sf, a ratio; T_1 is the fastest processing time among the members, unless that of
 *     a workflow of one was given
 */
public record ForkJoinSlowdown(Region section, int members, Measured slowdown) {}
