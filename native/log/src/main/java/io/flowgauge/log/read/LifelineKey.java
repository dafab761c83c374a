package io.flowgauge.log.read;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds the object an event belongs to: by the lifeline of its type, or by given fields if the log
 * does not record lifelines, as is the case for text forms. Not thread-safe.
 */
public final class LifelineKey {
  private static final int[] NONE = {};

  private final List<String> names;
  private EventSchema schema;
  private int[] fields = NONE;

  /**
   * Makes keys from fields.
   *
   * @param names fields whose values together are the key; an event that lacks one belongs to no
   *     object. If empty, the lifeline of the event's type is the key.
   */
  public LifelineKey(List<String> names) {
    this.names = List.copyOf(names);
  }

  /**
   * The key of an event.
   *
   * @param event a cursor at the event
   * @return the id as text, the values of several fields joined by {@code /}; empty if the event
   *     belongs to no object
   */
  public Optional<String> of(EventCursor event) {
    if (schema == null || !schema.equals(event.schema())) {
      schema = event.schema();
      fields = fields(schema);
    }
    if (fields.length == 0) {
      return Optional.empty();
    }
    String key = text(event, fields[0]);
    for (int k = 1; k < fields.length; k++) {
      key += "/" + text(event, fields[k]);
    }
    return Optional.of(key);
  }

  /**
   * Whether a field is a part of keys.
   *
   * @param of the type of an event
   * @param field index into its fields
   * @return whether it is
   */
  public boolean isPart(EventSchema of, int field) {
    return names.isEmpty()
        ? of.lifeline().equals(OptionalInt.of(field))
        : names.contains(of.fields().get(field).name());
  }

  private int[] fields(EventSchema of) {
    Objects.requireNonNull(of, "schema");
    if (names.isEmpty()) {
      return of.lifeline().stream().toArray();
    }
    int[] found = names.stream().map(of::indexOf).flatMapToInt(OptionalInt::stream).toArray();
    return found.length == names.size() ? found : NONE;
  }

  private static String text(EventCursor event, int field) {
    FieldType type = event.schema().fields().get(field).type();
    return switch (type) {
      case INT32, INT64 -> Long.toString(event.int64(field));
      case FLOAT32 -> Float.toString(event.float32(field));
      case FLOAT64 -> Double.toString(event.float64(field));
      case STRING -> event.string(field);
    };
  }
}
