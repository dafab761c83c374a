/** The subcommands of {@code flowgauge log}, which read and write event logs. */
package io.flowgauge.cli.log;
