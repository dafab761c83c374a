/**
 * Assembles the runs of many machines in Apache Flink. {@link io.flowgauge.flink.FleetStream} adds
 * to any job what a {@link io.flowgauge.kafka.Fleet} does in its own process; {@link
 * io.flowgauge.flink.FleetJob} is a job that does only this.
 */
package io.flowgauge.flink;
