/**
 * The subcommand {@code watch}, which shows runs in progress. Start at {@link
 * io.flowgauge.cli.watch.WatchCommand}.
 */
package io.flowgauge.cli.watch;
