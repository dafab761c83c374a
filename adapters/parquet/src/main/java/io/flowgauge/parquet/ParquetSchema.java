package io.flowgauge.parquet;

import io.flowgauge.archive.EventColumn;
import io.flowgauge.archive.layout.TableLayout;
import io.flowgauge.log.FieldType;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/** The columns of a columnar file. */
final class ParquetSchema {
  private static final LogicalTypeAnnotation TEXT = LogicalTypeAnnotation.stringType();
  static final LogicalTypeAnnotation MICROS =
      LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS);

  /** Columns before those of the events, in the order in which {@link ParquetRows} writes them. */
  private static final List<Type> OWN =
      List.of(
          required(PrimitiveTypeName.INT64, TableLayout.TIME).withLogicalTypeAnnotation(MICROS),
          required(PrimitiveTypeName.INT64, TableLayout.TIME_NANOS),
          required(PrimitiveTypeName.INT64, TableLayout.EVENT_NUMBER),
          text(Repetition.REQUIRED, TableLayout.LOG_ID),
          required(PrimitiveTypeName.INT32, TableLayout.STREAM_NUMBER),
          text(Repetition.OPTIONAL, TableLayout.SOURCE + "host"),
          text(Repetition.OPTIONAL, TableLayout.SOURCE + "program"),
          optionalLong(TableLayout.SOURCE + "process_id"),
          optionalLong(TableLayout.SOURCE + "thread_id"),
          text(Repetition.OPTIONAL, TableLayout.SOURCE + "thread"));

  private ParquetSchema() {}

  static MessageType of(List<EventColumn> columns) {
    List<Type> all = new ArrayList<>(OWN);
    columns.forEach(c -> all.add(type(c.type(), c.column())));
    return new MessageType("event", all);
  }

  private static Type type(FieldType type, String name) {
    return switch (type) {
      case INT32 -> required(PrimitiveTypeName.INT32, name);
      case INT64 -> required(PrimitiveTypeName.INT64, name);
      case FLOAT32 -> required(PrimitiveTypeName.FLOAT, name);
      case FLOAT64 -> required(PrimitiveTypeName.DOUBLE, name);
      case STRING -> text(Repetition.REQUIRED, name);
    };
  }

  private static PrimitiveType required(PrimitiveTypeName type, String name) {
    return new PrimitiveType(Repetition.REQUIRED, type, name);
  }

  private static PrimitiveType optionalLong(String name) {
    return new PrimitiveType(Repetition.OPTIONAL, PrimitiveTypeName.INT64, name);
  }

  static PrimitiveType text(Repetition repetition, String name) {
    return new PrimitiveType(repetition, PrimitiveTypeName.BINARY, name)
        .withLogicalTypeAnnotation(TEXT);
  }
}
