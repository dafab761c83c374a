package io.flowgauge.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.fleet.Failures;
import io.flowgauge.fleet.FleetException;
import io.flowgauge.fleet.FleetTopics;
import io.flowgauge.fleet.ReportedKeys;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the keys of what earlier owners of the partitions have reported. An earlier owner whose
 * transaction is still open has lost the partition or died: its transaction will be aborted, and
 * the records after it become readable. Not thread-safe.
 */
final class ReportedKeysReader {
  private static final Duration POLL = Duration.ofMillis(100);

  /**
   * How long to wait for the end of the topic: longer than an open transaction can block reading.
   */
  private static final long PATIENCE_NANOS = 3_000_000L * FleetSession.TRANSACTION_MILLIS;

  private final FleetTopics topics;
  private final Admin admin;
  private final KafkaConsumer<byte[], byte[]> reader;

  ReportedKeysReader(FleetTopics topics, Admin admin, KafkaConsumer<byte[], byte[]> reader) {
    this.topics = topics;
    this.admin = admin;
    this.reader = reader;
  }

  /** Returns the keys of what was reported, by number of the partition of events. */
  Map<Integer, ReportedKeys> read(Collection<TopicPartition> events) throws InterruptedException {
    topics.widenReported(
        admin, events.stream().mapToInt(TopicPartition::partition).max().orElseThrow() + 1);
    Map<Integer, ReportedKeys> reported = new HashMap<>();
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (TopicPartition partition : events) {
      TopicPartition own = new TopicPartition(topics.reported(), partition.partition());
      reported.put(own.partition(), new ReportedKeys());
      ends.put(own, endOffset(own));
    }
    reader.assign(ends.keySet());
    reader.seekToBeginning(ends.keySet());
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!hasRead(ends)) {
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
        applyRecord(record, reported.get(record.partition()));
      }
      if (System.nanoTime() > deadline) {
        throw new FleetException(
            "topic "
                + topics.reported()
                + " could not be read to its end within "
                + PATIENCE_NANOS / 1_000_000_000
                + " s");
      }
    }
    return reported;
  }

  private static void applyRecord(ConsumerRecord<byte[], byte[]> record, ReportedKeys reported) {
    String key = new String(record.key(), UTF_8);
    if (record.value() == null) {
      reported.remove(key);
    } else {
      reported.add(key);
    }
  }

  private boolean hasRead(Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> reader.position(end.getKey()) >= end.getValue());
  }

  private long endOffset(TopicPartition partition) throws InterruptedException {
    try {
      return admin
          .listOffsets(Map.of(partition, OffsetSpec.latest()))
          .partitionResult(partition)
          .get()
          .offset();
    } catch (ExecutionException e) {
      throw new FleetException(Failures.text(e), e);
    }
  }
}
