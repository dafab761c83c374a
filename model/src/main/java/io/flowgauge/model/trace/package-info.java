/**
 * How files become runs and runs become files: finds the reader or the writer, and keeps to one
 * kind of error whatever the input.
 *
 * <p>Start at {@link io.flowgauge.model.trace.RunFiles}. Readers of line-based formats take their
 * lines from {@link io.flowgauge.model.trace.TraceLines}.
 */
package io.flowgauge.model.trace;
