package io.flowgauge.log.text;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import java.io.IOException;
import java.util.Optional;

/** A cursor over events that are read as objects. */
abstract class ParsedCursor implements EventCursor {
  private LogEvent current;

  /** Reads the next event; returns null at the end. */
  abstract LogEvent read() throws IOException;

  @Override
  public final boolean next() throws IOException {
    current = read();
    return current != null;
  }

  @Override
  public final LogEvent event() {
    if (current == null) {
      throw new IllegalStateException("no current event: next() must have returned true");
    }
    return current;
  }

  @Override
  public final long timeNanos() {
    return event().timeNanos();
  }

  @Override
  public final EventSchema schema() {
    return event().schema();
  }

  @Override
  public final Optional<StreamIdentity> source() {
    return event().source();
  }

  @Override
  public final int int32(int field) {
    return (int) value(field, FieldType.INT32);
  }

  @Override
  public final long int64(int field) {
    return type(field) == FieldType.INT32 ? int32(field) : (long) value(field, FieldType.INT64);
  }

  @Override
  public final float float32(int field) {
    return (float) value(field, FieldType.FLOAT32);
  }

  @Override
  public final double float64(int field) {
    return type(field) == FieldType.FLOAT32
        ? float32(field)
        : (double) value(field, FieldType.FLOAT64);
  }

  @Override
  public final String string(int field) {
    return (String) value(field, FieldType.STRING);
  }

  private FieldType type(int field) {
    return schema().fields().get(field).type();
  }

  private Object value(int field, FieldType type) {
    Field asked = schema().fields().get(field);
    if (asked.type() != type) {
      throw new IllegalArgumentException("field " + asked + " is not of type " + type.label());
    }
    return event().value(field);
  }
}
