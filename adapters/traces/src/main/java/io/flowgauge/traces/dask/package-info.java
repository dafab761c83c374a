/**
 * Reads task streams of Dask's distributed scheduler. Start at {@link
 * io.flowgauge.traces.dask.TaskStreamReader}.
 */
package io.flowgauge.traces.dask;
