/** Task streams of Dask's distributed scheduler. */
package io.flowgauge.traces.dask;
