package io.flowgauge.log.fuzz;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;
import java.io.IOException;

/** Reads every property of every event of a cursor. */
final class Everything {
  private Everything() {}

  static void readFrom(EventCursor events) throws IOException {
    while (events.next()) {
      EventSchema schema = events.schema();
      for (int field = 0; field < schema.fields().size(); field++) {
        value(events, field, schema.fields().get(field).type());
      }
      events.event();
      events.timeNanos();
      events.source();
    }
  }

  private static Object value(EventCursor events, int field, FieldType type) {
    return switch (type) {
      case INT32 -> events.int32(field);
      case INT64 -> events.int64(field);
      case FLOAT32 -> events.float32(field);
      case FLOAT64 -> events.float64(field);
      case STRING -> events.string(field);
    };
  }
}
