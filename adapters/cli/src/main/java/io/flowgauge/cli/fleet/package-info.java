/** The command that reads from Kafka. */
package io.flowgauge.cli.fleet;
