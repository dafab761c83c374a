/**
 * Turns files into runs and runs into files: finds the reader or writer, and reports every bad
 * input by the same kind of error.
 *
 * <p>Start at {@link io.flowgauge.traces.files.RunFiles}. Readers of line-based formats take their
 * lines from {@link io.flowgauge.traces.files.TraceLines}.
 */
package io.flowgauge.traces.files;
