package io.flowgauge.kafka;

import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.sink.LogSinkProvider;

/**
 * Destinations {@code kafka://HOST:PORT[,HOST:PORT]/TOPIC[?SETTING=VALUE&...]}, which send the
 * logged events of runs to a topic. The key of a record is the id of a run in UTF-8; its value
 * consists of whole blocks of an event log, with events of this run only. The settings are those of
 * Kafka's producer.
 *
 * <p>An application never waits for Kafka: events that Kafka cannot take in time are dropped and
 * counted.
 */
public final class KafkaSinkProvider implements LogSinkProvider {
  /** Made by the service loader. */
  public KafkaSinkProvider() {}

  @Override
  public String scheme() {
    return KafkaAddress.SCHEME;
  }

  @Override
  public LogDestination destination(String address) {
    return new KafkaDestination(KafkaAddress.parse(address));
  }
}
