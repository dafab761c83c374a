package io.flowgauge.parquet;

import io.flowgauge.archive.EventColumn;
import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.StreamId;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/** Writes events as rows of a columnar file. */
final class ParquetRows extends WriteSupport<EventCursor> {
  private static final int NANOS_PER_MICRO = 1000;

  private final Map<String, String> metadata = new HashMap<>();
  private final MessageType schema;
  private final FieldType[] fields;
  private final IdentityHashMap<EventSchema, Object[]> constants = new IdentityHashMap<>();
  private final Map<StreamId, Object[]> sources = new HashMap<>();
  private StreamId lastStream;
  private Object[] lastSource;
  private RecordConsumer row;
  private int column;

  ParquetRows(EventSchema type, List<EventColumn> columns) {
    schema = ParquetSchema.of(columns);
    fields = type.fields().stream().map(f -> f.type()).toArray(FieldType[]::new);
    metadata.put("flowgauge.event", type.name());
    columns.forEach(c -> metadata.put("flowgauge.column." + c.column(), c.name()));
  }

  @Override
  public WriteContext init(ParquetConfiguration configuration) {
    return new WriteContext(schema, metadata);
  }

  @Override
  @SuppressWarnings("deprecation") // Never called, because there is no Hadoop.
  public WriteContext init(Configuration configuration) {
    return new WriteContext(schema, metadata);
  }

  @Override
  public void prepareForWrite(RecordConsumer consumer) {
    row = consumer;
  }

  @Override
  public void write(EventCursor event) {
    row.startMessage();
    column = 0;
    long nanos = event.timeNanos();
    put(Math.floorDiv(nanos, NANOS_PER_MICRO));
    put(nanos);
    put(event.number());
    putAll(source(event));
    for (int k = 0; k < fields.length; k++) {
      put(event, k);
    }
    putAll(constants.computeIfAbsent(event.schema(), ParquetRows::constants));
    row.endMessage();
  }

  /** Returns the values that all rows of a stream share; null for those that the log lacks. */
  private Object[] source(EventCursor event) {
    StreamId id = event.stream().orElseThrow();
    if (!id.equals(lastStream)) {
      lastStream = id;
      lastSource = sources.computeIfAbsent(id, i -> source(i, event.source()));
    }
    return lastSource;
  }

  private static Object[] source(StreamId id, Optional<StreamIdentity> from) {
    return new Object[] {
      Binary.fromString(id.logDigits()),
      id.stream(),
      from.map(s -> Binary.fromString(s.host())).orElse(null),
      from.map(s -> Binary.fromString(s.program())).orElse(null),
      from.map(StreamIdentity::processId).orElse(null),
      from.map(StreamIdentity::threadId).orElse(null),
      from.map(s -> Binary.fromString(s.thread())).orElse(null)
    };
  }

  private static Object[] constants(EventSchema schema) {
    return schema.constants().stream()
        .map(Constant::value)
        .map(v -> v instanceof String text ? Binary.fromString(text) : v)
        .toArray();
  }

  private void put(EventCursor event, int field) {
    switch (fields[field]) {
      case INT32 -> put(event.int32(field));
      case INT64 -> put(event.int64(field));
      case FLOAT32 -> put(event.float32(field));
      case FLOAT64 -> put(event.float64(field));
      case STRING -> put(Binary.fromString(event.string(field)));
    }
  }

  private void putAll(Object[] values) {
    for (Object value : values) {
      if (value instanceof Binary text) {
        put(text);
      } else if (value instanceof Integer number) {
        put((int) number);
      } else if (value instanceof Long number) {
        put((long) number);
      } else if (value instanceof Float number) {
        put((float) number);
      } else if (value instanceof Double number) {
        put((double) number);
      } else {
        column++; // Absent values are left out.
      }
    }
  }

  private void put(int value) {
    start();
    row.addInteger(value);
    end();
  }

  private void put(long value) {
    start();
    row.addLong(value);
    end();
  }

  private void put(float value) {
    start();
    row.addFloat(value);
    end();
  }

  private void put(double value) {
    start();
    row.addDouble(value);
    end();
  }

  private void put(Binary value) {
    start();
    row.addBinary(value);
    end();
  }

  private void start() {
    row.startField(schema.getFieldName(column), column);
  }

  private void end() {
    row.endField(schema.getFieldName(column), column);
    column++;
  }
}
