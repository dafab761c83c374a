package io.flowgauge.comparison;

import io.flowgauge.analysis.Measured;

/**
 * Slowdown of a fork-join in a group, {@code sf = n · max_i T_n(a_i) / T_1} ([Truong] §5.4, Eq. 4),
 * as a mean over its runs. Immutable and thread-safe.
 *
 * @param section label of the parallel sections; where a run has several, the one with the greatest
 *     slowdown counts
 * @param group name of the group
 * @param members n, the mean number of members
 * @param ownSlowdown sf relative to the fastest member of the section itself
 * @param slowdown sf relative to T_1 of the first group, the processing time there of the same
 *     activity types; absent unless each of these types occurs exactly once there
 */
public record GroupSlowdown(
    String section, String group, double members, double ownSlowdown, Measured slowdown) {}
