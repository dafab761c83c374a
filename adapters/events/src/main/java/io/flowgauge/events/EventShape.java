package io.flowgauge.events;

import io.flowgauge.log.Constant;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The fields an event has so far. Each added field leads to another shape, cached by the field's
 * name and type, so an event of known fields costs one look-up per field. Thread-safe.
 */
final class EventShape {
  private static final int MAX_NAME = 240;
  private static final String NO_PREFIX = "";

  /**
   * The most bytes of names and constants: with its framing, the description must be below 64 KiB.
   */
  private static final int MAX_DESCRIPTION = 60_000;

  private static final int MAX_CHAR = 3;

  /** Bytes that describe a field in addition to its name: type and length. */
  private static final int FIELD = 3;

  private record Step(String prefix, String name, FieldType type) {}

  private final EventLog log;
  private final Room room;
  private final EventSchema schema;
  private final Map<Step, EventShape> next = new ConcurrentHashMap<>();
  private final Map<String, EventShape> constants = new ConcurrentHashMap<>();

  /** The field added to get here; null for a first shape, and after a constant was added. */
  private final Step step;

  private final boolean isNamedAsWanted;

  private final int descriptionBytes;

  /** The shape that followed last time; it usually follows again. */
  private EventShape latest;

  /** Declared when the first event with exactly these fields is logged. */
  private volatile DeclaredEvent type;

  /**
   * Creates a first shape.
   *
   * @param room limits the number of further shapes
   */
  EventShape(EventLog log, Room room, EventSchema schema) {
    this(log, room, schema, null);
  }

  private EventShape(EventLog log, Room room, EventSchema schema, Step step) {
    this.log = log;
    this.room = room;
    this.schema = schema;
    this.step = step;
    isNamedAsWanted = step != null && lastName().equals(step.prefix() + step.name());
    descriptionBytes = descriptionBytes(schema);
  }

  private static int descriptionBytes(EventSchema schema) {
    int bytes = 0;
    for (Field field : schema.fields()) {
      bytes += FIELD + bytes(field.name());
    }
    for (Constant constant : schema.constants()) {
      bytes += FIELD + bytes(constant.name()) + FIELD + bytes(constant.value().toString());
    }
    return bytes;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private String lastName() {
    return schema.fields().get(schema.fields().size() - 1).name();
  }

  /** Returns the shape with one more field, or null if there are too many shapes. */
  EventShape with(String name, FieldType field) {
    return with(NO_PREFIX, name, field);
  }

  /**
   * Returns the shape with one more field, or null if there are too many shapes. The two parts of
   * the name are joined only when the shape is created.
   */
  EventShape with(String prefix, String name, FieldType field) {
    EventShape recent = latest;
    if (recent != null && recent.isNext(prefix, name, field)) {
      return recent;
    }
    Step wanted = new Step(prefix, name, field);
    EventShape known = next.get(wanted);
    EventShape found = known != null ? known : fits(wanted) && room.take() ? grow(wanted) : null;
    latest = found == null ? recent : found;
    return found;
  }

  private boolean isNext(String prefix, String name, FieldType field) {
    return step.type() == field && step.name().equals(name) && step.prefix().equals(prefix);
  }

  /**
   * Returns the shape with one more field, regardless of the limit; only for fields with few
   * different names.
   */
  EventShape withRegardlessOfLimit(String name, FieldType field) {
    Step wanted = new Step(NO_PREFIX, name, field);
    EventShape known = next.get(wanted);
    return known != null ? known : grow(wanted);
  }

  private boolean fits(Step wanted) {
    int chars = Math.min(MAX_NAME, wanted.prefix().length() + wanted.name().length());
    return descriptionBytes + FIELD + MAX_CHAR * chars <= MAX_DESCRIPTION;
  }

  private EventShape grow(Step wanted) {
    EventSchema.Builder builder = builder();
    String name = wanted.prefix() + wanted.name();
    builder.field(uniqueName(allowed(name), names()), wanted.type());
    EventShape made = new EventShape(log, room, complete(builder), wanted);
    EventShape known = next.putIfAbsent(wanted, made);
    return known == null ? made : known;
  }

  /**
   * Returns the shape with one more constant, or null if there are too many shapes. A shape must
   * always be given the same name, because only the value is looked up.
   */
  EventShape constant(String name, String value) {
    EventShape known = constants.get(value);
    if (known != null) {
      return known;
    }
    if (!room.takeForConstant()) {
      return null;
    }
    EventSchema.Builder builder = builder().constant(name, value);
    EventShape made = new EventShape(log, room, complete(builder), null);
    EventShape other = constants.putIfAbsent(value, made);
    return other == null ? made : other;
  }

  /** Returns a builder with the same name and fields. */
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

  /** Returns the name, or a similar one if it is not allowed. */
  private static String allowed(String name) {
    if (isAllowed(name)) {
      return name;
    }
    StringBuilder allowed = new StringBuilder();
    for (int k = 0; k < name.length() && allowed.length() < MAX_NAME - 1; ) { // A pair still fits.
      int c = name.codePointAt(k);
      allowed.appendCodePoint(Character.isLetterOrDigit(c) || ".-[]".indexOf(c) >= 0 ? c : '_');
      k += Character.charCount(c);
    }
    return allowed.length() == 0 ? "_" : allowed.toString();
  }

  /** Whether the last field has exactly the name that was asked for. */
  boolean isNamedAsWanted() {
    return isNamedAsWanted;
  }

  private static boolean isAllowed(String name) {
    try {
      return name.length() <= MAX_NAME && new Field(name, FieldType.STRING).name().equals(name);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String uniqueName(String name, Set<String> taken) {
    String free = name;
    for (int k = 2; taken.contains(free); k++) {
      free = name + "_" + k;
    }
    return free;
  }

  /** Whether the log records events of this type. */
  boolean isEnabled() {
    return type().isEnabled();
  }

  DeclaredEvent type() {
    DeclaredEvent known = type;
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
