package io.flowgauge.comparison;

import io.flowgauge.analysis.Measured;

/**
 * A quantity's values over the runs of a group. Immutable and thread-safe.
 *
 * @param count number of runs in which it was measured, 1 or more
 * @param runs number of runs in the group
 * @param mean mean of the measured values
 * @param standardDeviation their sample standard deviation; absent if there is only one value
 */
public record Sample(int count, int runs, double mean, Measured standardDeviation) {}
