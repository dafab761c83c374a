package io.flowgauge.flink;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A record for one of the topics that a fleet writes to, as Flink passes it on. */
public final class Letter {
  /** The topic. */
  public String topic = "";

  /** The id of a run; null if there is none. */
  public byte[] key;

  /** The content; null if there is none. */
  public byte[] value;

  /** Its headers. */
  public List<Header> headers = List.of();

  /** Creates an empty record, for Flink. */
  public Letter() {}

  static Letter of(ProducerRecord<byte[], byte[]> record) {
    Letter letter = new Letter();
    letter.topic = record.topic();
    letter.key = record.key();
    letter.value = record.value();
    letter.headers = Header.of(record.headers());
    return letter;
  }

  ProducerRecord<byte[], byte[]> record() {
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, key, value);
    Header.addTo(record.headers(), headers);
    return record;
  }
}
