/**
 * Reads event logs: whole, growing, cut-off or damaged files, and several at once in order of time,
 * with an exact account of what is missing.
 *
 * <p>Start at {@link io.flowgauge.log.read.LogReader}.
 */
package io.flowgauge.log.read;
