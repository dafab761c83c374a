package io.flowgauge.events;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.log.write.EventType;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The fields an event has so far. Each field leads on to a further shape, which is found by the
 * field's name and type the next time, so that an event of known fields costs a look-up a field.
 * Thread-safe.
 */
final class Shape {
  private static final int MAX_NAME = 240;
  private static final String NO_PREFIX = "";

  private record Step(String prefix, String name, FieldType type) {}

  private final EventLog log;
  private final AtomicInteger room;
  private final EventSchema schema;
  private final Map<Step, Shape> next = new ConcurrentHashMap<>();
  private final Map<String, Shape> constants = new ConcurrentHashMap<>();

  /** What led here; null for a first shape, and for a constant. */
  private final Step step;

  /** The shape that was next the last time, which it mostly is the next time. */
  private Shape latest;

  /** Declared when the first event of just these fields is logged. */
  private volatile EventType type;

  /**
   * A first shape.
   *
   * @param room how many more shapes there may be
   */
  Shape(EventLog log, AtomicInteger room, EventSchema schema) {
    this(log, room, schema, null);
  }

  private Shape(EventLog log, AtomicInteger room, EventSchema schema, Step step) {
    this.log = log;
    this.room = room;
    this.schema = schema;
    this.step = step;
  }

  /** The shape with one more field, or null if there are too many shapes. */
  Shape with(String name, FieldType field) {
    return with(NO_PREFIX, name, field);
  }

  /** The same, with the name in two parts that need not be joined but once. */
  Shape with(String prefix, String name, FieldType field) {
    Shape recent = latest;
    if (recent != null && recent.isNext(prefix, name, field)) {
      return recent;
    }
    Step wanted = new Step(prefix, name, field);
    Shape known = next.get(wanted);
    Shape found = known != null ? known : takeRoom() ? grow(wanted) : null;
    latest = found == null ? recent : found;
    return found;
  }

  private boolean isNext(String prefix, String name, FieldType field) {
    return step.type() == field && step.name().equals(name) && step.prefix().equals(prefix);
  }

  /** The shape with one more field, in any case; for fields of few names only. */
  Shape withAnyhow(String name, FieldType field) {
    Step wanted = new Step(NO_PREFIX, name, field);
    Shape known = next.get(wanted);
    return known != null ? known : grow(wanted);
  }

  private boolean takeRoom() {
    return room.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  private Shape grow(Step wanted) {
    EventSchema.Builder builder = builder();
    String name = wanted.prefix() + wanted.name();
    builder.field(free(allowed(name), names()), wanted.type());
    Shape made = new Shape(log, room, complete(builder), wanted);
    Shape known = next.putIfAbsent(wanted, made);
    return known == null ? made : known;
  }

  /** The shape with a constant of one of few names, or null if there are too many shapes. */
  Shape constant(String name, String value) {
    Shape known = constants.get(value);
    if (known != null) {
      return known;
    }
    if (!takeRoom()) {
      return null;
    }
    EventSchema.Builder builder = builder().constant(name, value);
    Shape made = new Shape(log, room, complete(builder), null);
    Shape other = constants.putIfAbsent(value, made);
    return other == null ? made : other;
  }

  /** The same name and fields. */
  private EventSchema.Builder builder() {
    EventSchema.Builder builder = EventSchema.named(schema.name());
    for (int k = 0; k < schema.fields().size(); k++) {
      Field field = schema.fields().get(k);
      if (schema.lifeline().orElse(-1) == k) {
        builder.lifeline(field.name(), field.type());
      } else {
        builder.field(field.name(), field.type());
      }
    }
    return builder;
  }

  private EventSchema complete(EventSchema.Builder builder) {
    schema.constants().forEach(constant -> builder.constant(constant.name(), constant.value()));
    return builder.build();
  }

  private Set<String> names() {
    Set<String> taken = new TreeSet<>();
    schema.fields().forEach(field -> taken.add(field.name()));
    schema.constants().forEach(constant -> taken.add(constant.name()));
    return taken;
  }

  /** The name, or where fields may not have it one like it. */
  private static String allowed(String name) {
    if (isAllowed(name)) {
      return name;
    }
    StringBuilder allowed = new StringBuilder();
    name.codePoints()
        .limit(MAX_NAME)
        .forEach(
            c ->
                allowed.appendCodePoint(
                    Character.isLetterOrDigit(c) || ".-[]".indexOf(c) >= 0 ? c : '_'));
    return allowed.length() == 0 ? "_" : allowed.substring(0, Math.min(MAX_NAME, allowed.length()));
  }

  /** Whether the last field has just this name. */
  boolean endsWith(String name) {
    return schema.fields().get(schema.fields().size() - 1).name().equals(name);
  }

  private static boolean isAllowed(String name) {
    try {
      return name.length() <= MAX_NAME && new Field(name, FieldType.STRING).name().equals(name);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String free(String name, Set<String> taken) {
    String free = name;
    for (int k = 2; taken.contains(free); k++) {
      free = name + "_" + k;
    }
    return free;
  }

  /** Whether events of the name are wanted at all. */
  boolean isEnabled() {
    return type().isEnabled();
  }

  EventType type() {
    EventType known = type;
    if (known == null) {
      known = log.declare(schema);
      type = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return "Shape[" + schema + "]";
  }
}
