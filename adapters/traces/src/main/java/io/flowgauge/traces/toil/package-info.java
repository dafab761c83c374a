/** Logs and statistics of the workflow engine Toil. */
package io.flowgauge.traces.toil;
