/**
 * Runs of Pegasus workflows, from the logs its monitor writes.
 *
 * <p>{@link io.flowgauge.traces.pegasus.StampedeReader} reads stampede logs, {@link
 * io.flowgauge.traces.pegasus.SubmitReader} submit directories.
 */
package io.flowgauge.traces.pegasus;
