package io.flowgauge.kafka;

import java.util.Map;

/**
 * How a fleet talks to Kafka.
 *
 * @param group the consumer group
 * @param settings of Kafka's clients, with the addresses of brokers
 */
record FleetClient(String group, Map<String, Object> settings) {}
