/**
 * Where the time of a run went: overhead hierarchy, exact attribution and metrics.
 *
 * <p>Start at {@link io.flowgauge.analysis.RunReport}, which {@link io.flowgauge.Flowgauge#report}
 * gives.
 */
package io.flowgauge.analysis;
