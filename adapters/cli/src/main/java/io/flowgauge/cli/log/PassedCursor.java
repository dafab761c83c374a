package io.flowgauge.cli.log;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import java.util.Optional;

/** A cursor that shows the events of another cursor. Not thread-safe. */
abstract class PassedCursor implements EventCursor {
  private final EventCursor events;

  PassedCursor(EventCursor events) {
    this.events = events;
  }

  final EventCursor events() {
    return events;
  }

  @Override
  public final long timeNanos() {
    return events.timeNanos();
  }

  @Override
  public final EventSchema schema() {
    return events.schema();
  }

  @Override
  public final Optional<StreamIdentity> source() {
    return events.source();
  }

  @Override
  public final int int32(int field) {
    return events.int32(field);
  }

  @Override
  public final long int64(int field) {
    return events.int64(field);
  }

  @Override
  public final float float32(int field) {
    return events.float32(field);
  }

  @Override
  public final double float64(int field) {
    return events.float64(field);
  }

  @Override
  public final String string(int field) {
    return events.string(field);
  }

  @Override
  public final LogEvent event() {
    return events.event();
  }
}
