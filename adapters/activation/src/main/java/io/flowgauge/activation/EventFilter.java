package io.flowgauge.activation;

import io.flowgauge.log.format.BodyLayout;
import io.flowgauge.log.trigger.Condition;
import io.flowgauge.log.trigger.TriggerEntry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** What a trigger entry says of the events of one type. Immutable. */
final class EventFilter {
  private static final EventFilter NONE = new EventFilter(false, List.of());

  /** A condition on the value at an offset from the end of the head of a message. */
  private interface Check {
    boolean holds(ByteBuffer message, int values);
  }

  private final boolean any;
  private final List<Check> checks;

  private EventFilter(boolean any, List<Check> checks) {
    this.any = any;
    this.checks = checks;
  }

  static EventFilter of(TriggerEntry entry, BodyLayout layout) {
    if (!entry.matches(layout.schema().name())) {
      return NONE;
    }
    List<Check> checks = new ArrayList<>();
    for (Condition condition : entry.where()) {
      OptionalInt field = layout.schema().indexOf(condition.field());
      if (field.isEmpty()) {
        return NONE;
      }
      checks.add(check(condition, layout, field.getAsInt()));
    }
    return new EventFilter(true, checks);
  }

  private static Check check(Condition condition, BodyLayout layout, int field) {
    int at = layout.place(field);
    return switch (layout.type(field)) {
      case INT32 -> (message, values) -> condition.holds((long) message.getInt(values + at));
      case INT64 -> (message, values) -> condition.holds(message.getLong(values + at));
      case FLOAT32 -> (message, values) -> condition.holds((double) message.getFloat(values + at));
      case FLOAT64 -> (message, values) -> condition.holds(message.getDouble(values + at));
      case STRING -> (message, values) -> false;
    };
  }

  /** Whether an event is wanted whose values begin at an index. */
  boolean wants(ByteBuffer message, int values) {
    if (!any) {
      return false;
    }
    for (Check check : checks) {
      if (!check.holds(message, values)) {
        return false;
      }
    }
    return true;
  }
}
