/**
 * The runs of many machines, assembled from Kafka records, and the reports about them. The records
 * may be read by a {@link io.flowgauge.kafka.Fleet} or by a job of a stream processor.
 */
package io.flowgauge.fleet;
