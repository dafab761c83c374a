/**
 * Runs side by side: what differs between versions of a workflow, and whether that is more than
 * runs of one version differ among themselves. {@link io.flowgauge.Flowgauge#compare} is the entry.
 */
package io.flowgauge.comparison;
