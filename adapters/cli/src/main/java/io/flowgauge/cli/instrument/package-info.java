/** The subcommands for live processes: ps, sir, instrument, run, resources and tune. */
package io.flowgauge.cli.instrument;
