package io.flowgauge.comparison;

import io.flowgauge.analysis.Measured;

/**
 * Slowdown of a fork-join in a group, {@code sf = n · max_i T_n(a_i) / T_1} ([Truong] §5.4, Eq. 4),
 * as a mean over its runs. Immutable and thread-safe.
 *
 * @param section label of the parallel sections; of several in a run the slowest down counts
 * @param group name of the group
 * @param members n, the mean number of members
 * @param ownSlowdown sf against the fastest member of the section itself
 * @param slowdown sf against T_1 of the first group, the processing time of the same types of
 *     activities where each occurs once; absent if one of them occurs more often there
 */
public record GroupSlowdown(
    String section, String group, double members, double ownSlowdown, Measured slowdown) {}
