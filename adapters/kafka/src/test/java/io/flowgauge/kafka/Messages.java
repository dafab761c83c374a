package io.flowgauge.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads a topic from its beginning; sees committed transactions only. */
public final class Messages implements AutoCloseable {
  private final KafkaConsumer<byte[], byte[]> consumer;

  public Messages(String servers, String topic) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                servers,
                "group.id",
                UUID.randomUUID().toString(),
                "isolation.level",
                "read_committed",
                "metadata.max.age.ms",
                500,
                "auto.offset.reset",
                "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(topic));
  }

  public List<ConsumerRecord<byte[], byte[]>> more() {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    consumer.poll(Duration.ofMillis(200)).forEach(all::add);
    return all;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
