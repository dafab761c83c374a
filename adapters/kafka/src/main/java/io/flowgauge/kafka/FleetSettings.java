package io.flowgauge.kafka;

import io.flowgauge.live.LiveMonitor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What a fleet was told to do.
 *
 * @param group the consumer group
 * @param client settings of Kafka's clients, with the addresses of brokers
 * @param settle how long nothing more of a run that has ended must come before it is reported
 * @param stalled after how much silence a run that goes on is an alarm
 * @param forgotten after how much silence a run is reported as it is
 * @param changes how often a run that changes is told of
 * @param failures how often activities fail usually
 * @param tooLarge what Kafka refused for its size
 * @param trouble told of what Kafka or the store does not do
 */
record FleetSettings(
    FleetTopics topics,
    String group,
    Map<String, Object> client,
    Optional<RunStore> store,
    LiveMonitor monitor,
    Duration settle,
    Duration stalled,
    Duration forgotten,
    Duration changes,
    UsualFailures failures,
    Set<String> tooLarge,
    Consumer<String> trouble) {}
