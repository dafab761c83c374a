/**
 * The subcommands for live processes: ps, sir, instrument, run, resources and tune. Each has a
 * class of its own, such as {@link io.flowgauge.cli.instrument.InstrumentCommand}.
 */
package io.flowgauge.cli.instrument;
