/**
 * Reads the logs of Makeflow, and of Work Queue and TaskVine, over which it often runs.
 *
 * <p>Start at {@link io.flowgauge.model.makeflow.MakeflowReader} and {@link
 * io.flowgauge.model.makeflow.WorkQueueReader}.
 */
package io.flowgauge.model.makeflow;
