/** The subcommands for runs: report, predict, convert, store, list, compare and shell. */
package io.flowgauge.cli.run;
