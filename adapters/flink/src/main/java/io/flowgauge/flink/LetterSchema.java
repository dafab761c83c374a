package io.flowgauge.flink;

import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes records without encoding them further. Stateless. */
final class LetterSchema implements KafkaRecordSerializationSchema<Letter> {
  private static final long serialVersionUID = 1L;

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      Letter letter, KafkaSinkContext context, Long timestamp) {
    return letter.record();
  }
}
