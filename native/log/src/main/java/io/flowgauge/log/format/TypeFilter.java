package io.flowgauge.log.format;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.trigger.Condition;
import io.flowgauge.log.trigger.TriggerEntry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Decides which events of one type are wanted. Immutable and thread-safe. */
public final class TypeFilter {
  private static final TypeFilter ALL = new TypeFilter(List.<Threshold[]>of(new Threshold[0]));
  private static final TypeFilter NONE = new TypeFilter(List.of());

  private record Threshold(Condition condition, FieldType type, int place) {
    boolean holds(ByteBuffer bytes, int values) {
      int at = values + place;
      return switch (type) {
        case INT32 -> condition.holds((long) bytes.getInt(at));
        case INT64 -> condition.holds(bytes.getLong(at));
        case FLOAT32 -> condition.holds((double) bytes.getFloat(at));
        case FLOAT64 -> condition.holds(bytes.getDouble(at));
        case STRING -> false;
      };
    }
  }

  /**
   * An event is wanted if all thresholds in at least one of these arrays hold. Arrays are used for
   * speed, because every event is checked.
   */
  private final Threshold[][] alternatives;

  private TypeFilter(List<Threshold[]> alternatives) {
    this.alternatives = alternatives.toArray(Threshold[][]::new);
  }

  /**
   * Builds the filter that trigger entries define for a type.
   *
   * @param layout layout of the type's values
   * @param entries the entries; an event is wanted if any of them wants it
   */
  public static TypeFilter of(BodyLayout layout, List<TriggerEntry> entries) {
    List<Threshold[]> alternatives = new ArrayList<>();
    for (TriggerEntry entry : entries) {
      if (entry.matches(layout.schema().name()) && canHold(entry, layout.schema())) {
        if (entry.where().isEmpty()) {
          return ALL;
        }
        alternatives.add(thresholds(entry, layout));
      }
    }
    return alternatives.isEmpty() ? NONE : new TypeFilter(alternatives);
  }

  private static boolean canHold(TriggerEntry entry, EventSchema schema) {
    return entry.where().stream().allMatch(c -> isNumber(schema, c.field()));
  }

  private static boolean isNumber(EventSchema schema, String field) {
    OptionalInt index = schema.indexOf(field);
    return index.isPresent() && schema.fields().get(index.getAsInt()).type() != FieldType.STRING;
  }

  private static Threshold[] thresholds(TriggerEntry entry, BodyLayout layout) {
    return entry.where().stream().map(c -> threshold(c, layout)).toArray(Threshold[]::new);
  }

  private static Threshold threshold(Condition condition, BodyLayout layout) {
    int field = layout.schema().indexOf(condition.field()).orElseThrow();
    return new Threshold(condition, layout.type(field), layout.place(field));
  }

  /**
   * Whether all events of the type are wanted.
   *
   * @return true if this does not depend on their values
   */
  public boolean acceptsAll() {
    return this == ALL;
  }

  /**
   * Whether no event of the type is wanted.
   *
   * @return true if this does not depend on their values
   */
  public boolean acceptsNone() {
    return this == NONE;
  }

  /**
   * Whether an event is wanted.
   *
   * @param bytes buffer with its message, in the buffer's byte order
   * @param values index of the first value, right after the head
   */
  public boolean accepts(ByteBuffer bytes, int values) {
    for (Threshold[] all : alternatives) {
      if (hold(all, bytes, values)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hold(Threshold[] all, ByteBuffer bytes, int values) {
    for (Threshold each : all) {
      if (!each.holds(bytes, values)) {
        return false;
      }
    }
    return true;
  }
}
