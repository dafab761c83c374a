package io.flowgauge.comparison;

import io.flowgauge.analysis.Measured;

/**
 * One quantity over the runs of a group. Immutable and thread-safe.
 *
 * @param count number of runs in which it was measured, 1 or more
 * @param runs number of runs of the group
 * @param mean mean of the measured values
 * @param standardDeviation their sample standard deviation; absent for one value
 */
public record Sample(int count, int runs, double mean, Measured standardDeviation) {}
