/** Logs and statistics of Toil. */
package io.flowgauge.traces.toil;
