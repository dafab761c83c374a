/**
 * The subcommands for runs: report, predict, learn, backtest, convert, store, list, compare,
 * export, sql and shell.
 */
package io.flowgauge.cli.run;
