/** The subcommands for live processes: ps, sir, instrument and run. */
package io.flowgauge.cli.instrument;
