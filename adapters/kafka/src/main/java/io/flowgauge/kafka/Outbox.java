package io.flowgauge.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** What goes out with the next transaction. Not thread-safe. */
final class Outbox {
  private static final byte[] NOTED = {1};

  private final FleetTopics topics;

  /** What Kafka refused for its size, by topic and run; it outlives what is lost with a session. */
  private final Set<String> tooLarge;

  private List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();

  Outbox(FleetTopics topics, Set<String> tooLarge) {
    this.topics = topics;
    this.tooLarge = tooLarge;
  }

  boolean isEmpty() {
    return records.isEmpty();
  }

  /** Takes everything out. */
  List<ProducerRecord<byte[], byte[]>> take() {
    List<ProducerRecord<byte[], byte[]>> taken = records;
    records = new ArrayList<>();
    return taken;
  }

  private void put(String topic, String run, String text) {
    records.add(new ProducerRecord<>(topic, run.getBytes(UTF_8), text.getBytes(UTF_8)));
  }

  void report(String run, String json) {
    if (tooLarge.contains(key(topics.reports(), run))) {
      deadRun(run, "its report of " + json.length() + " characters is too large for the topic");
    } else {
      put(topics.reports(), run, json);
    }
  }

  /** Notes that a record is too large for its topic. */
  void refused(ProducerRecord<byte[], byte[]> record) {
    tooLarge.add(key(record.topic(), text(record.key())));
  }

  private static String text(byte[] key) {
    return key == null ? "" : new String(key, UTF_8);
  }

  private static String key(String topic, String run) {
    return topic + " " + run;
  }

  void change(String run, String json) {
    put(topics.changes(), run, json);
  }

  void alarm(String run, String json) {
    put(topics.alarms(), run, json);
  }

  /** Notes that something was told of a run in a partition. */
  void told(TopicPartition of, String key) {
    records.add(new ProducerRecord<>(topics.told(), of.partition(), key.getBytes(UTF_8), NOTED));
  }

  /** Forgets that. */
  void untold(TopicPartition of, String key) {
    records.add(new ProducerRecord<>(topics.told(), of.partition(), key.getBytes(UTF_8), null));
  }

  /**
   * A record that is of no use, as it was, with the reason in its headers; without its value if it
   * is too large with them.
   */
  void deadLetter(ConsumerRecord<byte[], byte[]> record, String reason) {
    boolean isTooLarge = tooLarge.contains(key(topics.deadLetters(), text(record.key())));
    ProducerRecord<byte[], byte[]> dead =
        new ProducerRecord<>(
            topics.deadLetters(), record.key(), isTooLarge ? new byte[0] : record.value());
    record.headers().forEach(dead.headers()::add);
    header(dead, "flowgauge.reason", reason);
    header(dead, "flowgauge.topic", record.topic());
    header(dead, "flowgauge.partition", String.valueOf(record.partition()));
    header(dead, "flowgauge.offset", String.valueOf(record.offset()));
    records.add(dead);
  }

  /** A run that cannot be reported. */
  void deadRun(String run, String reason) {
    ProducerRecord<byte[], byte[]> dead =
        new ProducerRecord<>(topics.deadLetters(), run.getBytes(UTF_8), new byte[0]);
    header(dead, "flowgauge.reason", reason);
    records.add(dead);
  }

  private static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
    record.headers().add(name, value.getBytes(UTF_8));
  }
}
