/**
 * The wording that reports of all formats share: the {@link io.flowgauge.report.wording.Summary} of
 * a run, the {@link io.flowgauge.report.wording.Meaning} of the classes of overhead, and the names
 * of regions.
 */
package io.flowgauge.report.wording;
