package io.flowgauge.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;

/** The records to send with the next transaction. Not thread-safe. */
public final class Outbox {
  private static final byte[] NOTED = {1};

  /** Bytes reserved in a record for the key, our own headers, and Kafka's framing. */
  private static final int OVERHEAD = 1 << 16;

  /** The most bytes of a {@code char} in UTF-8. */
  private static final int MAX_CHAR = 3;

  private final FleetTopics topics;
  private final Set<String> tooLarge;
  private final int largest;

  private List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
  private final List<Runnable> whenSent = new ArrayList<>();

  /**
   * Creates an empty outbox.
   *
   * @param settings settings of the fleet
   * @param largest maximum size of a record in bytes; larger ones become dead letters without the
   *     part that is too large
   */
  public Outbox(FleetSettings settings, int largest) {
    topics = settings.topics();
    tooLarge = settings.tooLarge();
    this.largest = largest;
  }

  /**
   * Whether there is nothing to send.
   *
   * @return whether it is empty
   */
  public boolean isEmpty() {
    return records.isEmpty();
  }

  /**
   * Removes all records and returns them.
   *
   * @return records for the topics of the fleet
   */
  public List<ProducerRecord<byte[], byte[]>> removeAll() {
    List<ProducerRecord<byte[], byte[]>> taken = records;
    records = new ArrayList<>();
    return taken;
  }

  /** Registers an action to run once the records in here were sent. It never runs if that fails. */
  void whenSent(Runnable then) {
    whenSent.add(then);
  }

  /** Reports that the transaction with everything taken so far was committed. */
  public void sent() {
    whenSent.forEach(Runnable::run);
    whenSent.clear();
  }

  private void put(String topic, String run, byte[] value) {
    records.add(new ProducerRecord<>(topic, run.getBytes(UTF_8), value));
  }

  void addReport(String run, String json) {
    byte[] value = json.getBytes(UTF_8);
    if (isTooLarge(topics.reports(), run, value)) {
      addDeadLetterForRun(
          run, "the report of the run, of " + value.length + " bytes, is too large for the topic");
    } else {
      put(topics.reports(), run, value);
    }
  }

  private boolean isTooLarge(String topic, String run, byte[] value) {
    return value.length > room() || tooLarge.contains(key(topic, run));
  }

  private int room() {
    return largest - OVERHEAD;
  }

  /**
   * Notes that a record is too large for its topic: when it is added again, it becomes a dead
   * letter without the part that was too large.
   *
   * @param record the record that Kafka refused
   */
  public void refused(ProducerRecord<byte[], byte[]> record) {
    tooLarge.add(key(record.topic(), text(record.key())));
  }

  private static String text(byte[] key) {
    return key == null ? "" : new String(key, UTF_8);
  }

  private static String key(String topic, String run) {
    return topic + " " + run;
  }

  void addChange(String run, String json) {
    put(topics.changes(), run, json.getBytes(UTF_8));
  }

  void addAlarm(String run, String json) {
    put(topics.alarms(), run, json.getBytes(UTF_8));
  }

  /** Notes that something was reported about a run in a partition. */
  void markReported(TopicPartition of, String key) {
    records.add(
        new ProducerRecord<>(topics.reported(), of.partition(), key.getBytes(UTF_8), NOTED));
  }

  /** Removes such a note. */
  void unmarkReported(TopicPartition of, String key) {
    records.add(new ProducerRecord<>(topics.reported(), of.partition(), key.getBytes(UTF_8), null));
  }

  /**
   * Adds a dead letter: a copy of a record that cannot be used, with the reason in its headers. It
   * has no value if that would make it too large, and lacks the record's own headers if they alone
   * are too large.
   */
  void addDeadLetter(ConsumerRecord<byte[], byte[]> record, String reason) {
    long keyAndHeaderBytes = size(record.key());
    for (Header header : record.headers()) {
      keyAndHeaderBytes += (long) MAX_CHAR * header.key().length() + size(header.value());
    }
    long room = tooLarge.contains(key(topics.deadLetters(), text(record.key()))) ? 0 : room();
    byte[] value = keyAndHeaderBytes + size(record.value()) <= room ? record.value() : new byte[0];
    ProducerRecord<byte[], byte[]> dead =
        new ProducerRecord<>(topics.deadLetters(), record.key(), value);
    if (keyAndHeaderBytes <= room()) {
      record.headers().forEach(dead.headers()::add);
    }
    header(dead, "flowgauge.reason", reason);
    header(dead, "flowgauge.topic", record.topic());
    header(dead, "flowgauge.partition", String.valueOf(record.partition()));
    header(dead, "flowgauge.offset", String.valueOf(record.offset()));
    records.add(dead);
  }

  private static long size(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  /** Adds a dead letter for a run that cannot be reported. */
  void addDeadLetterForRun(String run, String reason) {
    ProducerRecord<byte[], byte[]> dead =
        new ProducerRecord<>(topics.deadLetters(), run.getBytes(UTF_8), new byte[0]);
    header(dead, "flowgauge.reason", reason);
    records.add(dead);
  }

  private static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
    record.headers().add(name, value.getBytes(UTF_8));
  }
}
