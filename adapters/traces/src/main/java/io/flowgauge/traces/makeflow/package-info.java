/**
 * Reads the logs of Makeflow, and of Work Queue and TaskVine, on which it often runs.
 *
 * <p>Start at {@link io.flowgauge.traces.makeflow.MakeflowReader} and {@link
 * io.flowgauge.traces.makeflow.WorkQueueReader}.
 */
package io.flowgauge.traces.makeflow;
