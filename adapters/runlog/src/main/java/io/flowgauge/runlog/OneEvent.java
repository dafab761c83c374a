package io.flowgauge.runlog;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import java.util.Optional;

/** A cursor positioned on one event that was never in a log. Not thread-safe. */
final class OneEvent implements EventCursor {
  private final long timeNanos;
  private final EventSchema schema;
  private final Object[] values;

  OneEvent(long timeNanos, EventSchema schema, Object... values) {
    this.timeNanos = timeNanos;
    this.schema = schema;
    this.values = values;
  }

  @Override
  public boolean next() {
    return false;
  }

  @Override
  public long timeNanos() {
    return timeNanos;
  }

  @Override
  public EventSchema schema() {
    return schema;
  }

  @Override
  public Optional<StreamIdentity> source() {
    return Optional.empty();
  }

  @Override
  public int int32(int field) {
    return (Integer) values[field];
  }

  @Override
  public long int64(int field) {
    return ((Number) values[field]).longValue();
  }

  @Override
  public float float32(int field) {
    return (Float) values[field];
  }

  @Override
  public double float64(int field) {
    return ((Number) values[field]).doubleValue();
  }

  @Override
  public String string(int field) {
    return (String) values[field];
  }

  @Override
  public LogEvent event() {
    return LogEvent.of(timeNanos, schema, values);
  }
}
