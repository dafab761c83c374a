package io.flowgauge.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class ArrivalSchemaTest {
  private static final long NEXT_WEEK = System.currentTimeMillis() + 7L * 24 * 3600 * 1000;

  private static long millis(long timestamp, TimestampType type) {
    List<Arrival> arrivals = new ArrayList<>();
    new ArrivalSchema()
        .deserialize(
            new ConsumerRecord<>(
                "events",
                0,
                0,
                timestamp,
                type,
                ConsumerRecord.NULL_SIZE,
                ConsumerRecord.NULL_SIZE,
                new byte[0],
                new byte[0],
                new RecordHeaders(),
                Optional.empty()),
            new ListCollector<>(arrivals));
    return arrivals.get(0).millis;
  }

  /** Otherwise all other runs of the partition would count as over at once. */
  @Test
  void deserialize_clockOfAnEngineIsAhead_isHeldBack() {
    assertThat(millis(NEXT_WEEK, TimestampType.CREATE_TIME))
        .isBetween(1_700_000_000_000L, System.currentTimeMillis());
    assertThat(millis(-1, TimestampType.NO_TIMESTAMP_TYPE))
        .isBetween(1_700_000_000_000L, System.currentTimeMillis());
  }

  @Test
  void deserialize_otherTimes_areTaken() {
    assertThat(millis(1_000, TimestampType.CREATE_TIME)).isEqualTo(1_000);
    assertThat(millis(NEXT_WEEK, TimestampType.LOG_APPEND_TIME)).isEqualTo(NEXT_WEEK);
  }
}
