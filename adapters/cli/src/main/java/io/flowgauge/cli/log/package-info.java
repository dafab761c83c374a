/**
 * The subcommands of {@code flowgauge log}, which read and write event logs. Start at {@link
 * io.flowgauge.cli.log.LogCommand}.
 */
package io.flowgauge.cli.log;
