/**
 * Events of runs through Apache Kafka: engines log to {@code kafka://HOST:PORT/TOPIC}, each record
 * holding events of one run, and a {@link io.flowgauge.kafka.Fleet} puts the runs of all of them
 * together and reports them.
 */
package io.flowgauge.kafka;
