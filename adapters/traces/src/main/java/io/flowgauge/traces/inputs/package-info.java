/**
 * Extracts the work of activities, as far as a trace shows it: arguments and input files.
 *
 * <p>Start at {@link io.flowgauge.traces.inputs.InputFiles} and {@link
 * io.flowgauge.traces.inputs.Arguments}.
 */
package io.flowgauge.traces.inputs;
