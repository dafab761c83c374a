/**
 * The runs of many machines, assembled in Apache Flink: {@link io.flowgauge.flink.FleetStream} does
 * in a job what a {@link io.flowgauge.kafka.Fleet} does in its own process, and {@link
 * io.flowgauge.flink.FleetJob} is such a job.
 */
package io.flowgauge.flink;
