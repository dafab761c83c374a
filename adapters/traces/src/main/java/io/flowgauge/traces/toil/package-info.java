/** Reads logs and statistics of Toil. Start at {@link io.flowgauge.traces.toil.ToilReader}. */
package io.flowgauge.traces.toil;
