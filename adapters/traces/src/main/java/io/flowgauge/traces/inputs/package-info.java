/**
 * What activities have to do, where a trace shows it: their arguments and input files.
 *
 * <p>Start at {@link io.flowgauge.traces.inputs.InputFiles} and {@link
 * io.flowgauge.traces.inputs.Arguments}.
 */
package io.flowgauge.traces.inputs;
