/**
 * The subcommand {@code fleet}, which assembles and reports runs from Kafka. Start at {@link
 * io.flowgauge.cli.fleet.FleetCommand}.
 */
package io.flowgauge.cli.fleet;
