package io.flowgauge.flink;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads records without decoding them. Stateless. */
final class ArrivalSchema implements KafkaRecordDeserializationSchema<Arrival> {
  private static final long serialVersionUID = 1L;

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Arrival> out) {
    out.collect(Arrival.of(record, System.currentTimeMillis()));
  }

  @Override
  public TypeInformation<Arrival> getProducedType() {
    return TypeInformation.of(Arrival.class);
  }
}
