package io.flowgauge.kafka;

import java.util.Map;

/**
 * The consumer group and client settings with which a fleet connects to Kafka.
 *
 * @param group the consumer group
 * @param settings settings of Kafka's clients, including the addresses of brokers
 */
record FleetClient(String group, Map<String, Object> settings) {}
