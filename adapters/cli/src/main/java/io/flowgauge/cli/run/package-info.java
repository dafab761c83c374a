/**
 * The subcommands for runs: report, predict, learn, backtest, convert, store, list, compare,
 * export, sql and shell. Each has a class of its own, such as {@link
 * io.flowgauge.cli.run.ReportCommand}.
 */
package io.flowgauge.cli.run;
