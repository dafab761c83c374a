/**
 * The subcommands for instrumentation across machines: {@link io.flowgauge.cli.sites.ServeCommand}
 * runs a service, {@link io.flowgauge.cli.sites.KeysCommand} issues the keys it needs.
 */
package io.flowgauge.cli.sites;
