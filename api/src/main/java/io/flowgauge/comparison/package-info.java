/**
 * Comparison of runs: what differs between versions of a workflow, and whether the difference
 * exceeds the variation among runs of one version. Start at {@link io.flowgauge.Flowgauge#compare}.
 */
@NullMarked
package io.flowgauge.comparison;

import org.jspecify.annotations.NullMarked;
