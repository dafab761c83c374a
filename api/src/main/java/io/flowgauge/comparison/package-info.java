/**
 * Comparison of runs: what differs between versions of a workflow, and whether the difference
 * exceeds the variation among runs of one version. Start at {@link io.flowgauge.Flowgauge#compare}.
 */
package io.flowgauge.comparison;
