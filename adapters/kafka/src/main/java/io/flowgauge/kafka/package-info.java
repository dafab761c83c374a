/**
 * Events of runs through Apache Kafka: engines log to {@code kafka://HOST:PORT/TOPIC}, each record
 * holds events of one run, and a {@link io.flowgauge.kafka.Fleet} assembles the runs of all engines
 * and reports them.
 */
package io.flowgauge.kafka;
