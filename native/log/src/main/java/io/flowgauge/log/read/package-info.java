/**
 * Reading event logs: from files that are whole, growing, cut off or damaged, from several at once
 * in the order of time, with an exact account of what is missing.
 *
 * <p>Start at {@link io.flowgauge.log.read.LogReader}.
 */
package io.flowgauge.log.read;
