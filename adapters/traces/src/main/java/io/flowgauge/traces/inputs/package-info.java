/**
 * What activities have to do, as far as a trace shows: their arguments, and their input files.
 *
 * <p>Start at {@link io.flowgauge.traces.inputs.InputFiles} and {@link
 * io.flowgauge.traces.inputs.Arguments}.
 */
package io.flowgauge.traces.inputs;
