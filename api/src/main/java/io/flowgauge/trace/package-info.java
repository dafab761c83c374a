/**
 * Reading and writing runs: readers and writers of trace formats, their errors and diagnostics.
 *
 * <p>Start at {@link io.flowgauge.Flowgauge#read}; implement {@link io.flowgauge.trace.RunReader}
 * or {@link io.flowgauge.trace.RunWriter} to add a format.
 */
@NullMarked
package io.flowgauge.trace;

import org.jspecify.annotations.NullMarked;
