package io.flowgauge.flink;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A record of the topic of events, as Flink passes it on and keeps it. */
public final class Arrival {
  /** The topic. */
  public String topic = "";

  /** The partition. */
  public int partition;

  /** The offset in the partition. */
  public long offset;

  /**
   * The time of the record, in milliseconds since 1970. A time given by the machine that wrote the
   * record is limited to the time at which it was read.
   */
  public long millis;

  /** The id of a run; null if there is none. */
  public byte[] key;

  /** Events; null if there are none. */
  public byte[] value;

  /** Its headers. */
  public List<Header> headers = List.of();

  /** Creates an empty record, for Flink. */
  public Arrival() {}

  /**
   * Copies a record.
   *
   * @param now when it was read, in milliseconds since 1970
   */
  static Arrival of(ConsumerRecord<byte[], byte[]> record, long now) {
    Arrival arrival = new Arrival();
    arrival.topic = record.topic();
    arrival.partition = record.partition();
    arrival.offset = record.offset();
    arrival.millis = millis(record, now);
    arrival.key = record.key();
    arrival.value = record.value();
    arrival.headers = Header.of(record.headers());
    return arrival;
  }

  /**
   * Returns the time of a record, at most {@code now}: otherwise one clock that is ahead would make
   * all other runs seem silent.
   */
  private static long millis(ConsumerRecord<byte[], byte[]> record, long now) {
    return switch (record.timestampType()) {
      case LOG_APPEND_TIME -> record.timestamp();
      case CREATE_TIME -> Math.min(record.timestamp(), now);
      case NO_TIMESTAMP_TYPE -> now;
    };
  }

  /** Returns the id of the run, by which Flink groups records; empty if there is none. */
  String run() {
    return key == null ? "" : new String(key, UTF_8);
  }

  ConsumerRecord<byte[], byte[]> record() {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(
            topic,
            partition,
            offset,
            millis,
            TimestampType.NO_TIMESTAMP_TYPE, // Flink keeps the time of the stream.
            ConsumerRecord.NULL_SIZE,
            ConsumerRecord.NULL_SIZE,
            key,
            value,
            new RecordHeaders(),
            Optional.empty());
    Header.addTo(record.headers(), headers);
    return record;
  }
}
