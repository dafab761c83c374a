/**
 * Reads runs of Pegasus workflows from the logs of its monitor.
 *
 * <p>{@link io.flowgauge.traces.pegasus.StampedeReader} reads stampede logs, {@link
 * io.flowgauge.traces.pegasus.SubmitReader} submit directories.
 */
package io.flowgauge.traces.pegasus;
