/**
 * Reads runs from files and writes runs to files: finds the reader or writer, and reports every bad
 * input with the same kind of error.
 *
 * <p>Start at {@link io.flowgauge.traces.files.RunFiles}. Readers of line-based formats take their
 * lines from {@link io.flowgauge.traces.files.TraceLines}.
 */
package io.flowgauge.traces.files;
