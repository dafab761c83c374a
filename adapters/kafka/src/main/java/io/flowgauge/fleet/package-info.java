/**
 * The runs of many machines, put together from records of Kafka, and what is told of them, whoever
 * reads the records: a {@link io.flowgauge.kafka.Fleet}, or a job of a stream processor.
 */
package io.flowgauge.fleet;
