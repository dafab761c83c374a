package io.flowgauge.log;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The schema of an event type: its name, its fields in order, the constants that all its events
 * share, and which field is the lifeline: the id of the object the events belong to. Immutable and
 * thread-safe.
 *
 * <pre>{@code
 * EventSchema transferEnd =
 *     EventSchema.named("transfer.end")
 *         .lifeline("BLOCK_ID")
 *         .int32("BYTES")
 *         .constant("PROG", "gridftp")
 *         .build();
 * }</pre>
 */
public final class EventSchema {
  private static final int NO_LIFELINE = -1;

  private final String name;
  private final List<Field> fields;
  private final List<Constant> constants;
  private final int lifeline;

  private EventSchema(Builder builder) {
    name = builder.name;
    fields = List.copyOf(builder.fields);
    constants = List.copyOf(builder.constants);
    lifeline = builder.lifeline;
  }

  /**
   * Begins a schema.
   *
   * @param name name of the event, by convention hierarchical with dots; the rule for {@link Field}
   *     names applies
   * @return a builder
   * @throws IllegalArgumentException if the name is not allowed
   */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /**
   * Name of the event.
   *
   * @return the name
   */
  public String name() {
    return name;
  }

  /**
   * The fields, in the order of their values.
   *
   * @return the fields, possibly none
   */
  public List<Field> fields() {
    return fields;
  }

  /**
   * The constants that all events of this type share.
   *
   * @return the constants, possibly none
   */
  public List<Constant> constants() {
    return constants;
  }

  /**
   * Position of the lifeline, the field that says which object an event belongs to.
   *
   * @return an index into {@link #fields()}, or empty if there is no such field
   */
  public OptionalInt lifeline() {
    return lifeline == NO_LIFELINE ? OptionalInt.empty() : OptionalInt.of(lifeline);
  }

  /**
   * Position of a field.
   *
   * @param field name of the field
   * @return an index into {@link #fields()}, or empty if there is no such field
   */
  public OptionalInt indexOf(String field) {
    for (int k = 0; k < fields.size(); k++) {
      if (fields.get(k).name().equals(field)) {
        return OptionalInt.of(k);
      }
    }
    return OptionalInt.empty();
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof EventSchema that
            && name.equals(that.name)
            && fields.equals(that.fields)
            && constants.equals(that.constants)
            && lifeline == that.lifeline);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, fields, constants, lifeline);
  }

  @Override
  public String toString() {
    return "EventSchema["
        + name
        + " "
        + fields
        + (constants.isEmpty() ? "]" : " " + constants + "]");
  }

  /** Builds a schema, field by field. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final List<Field> fields = new ArrayList<>();
    private final List<Constant> constants = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private int lifeline = NO_LIFELINE;

    private Builder(String name) {
      Names.check("event name", name);
      this.name = name;
    }

    /**
     * Adds a 32-bit integer.
     *
     * @param field name of the field
     * @return this
     * @throws IllegalArgumentException if the name is not allowed or taken
     */
    public Builder int32(String field) {
      return field(field, FieldType.INT32);
    }

    /**
     * Adds a 64-bit integer.
     *
     * @param field name of the field
     * @return this
     * @throws IllegalArgumentException if the name is not allowed or taken
     */
    public Builder int64(String field) {
      return field(field, FieldType.INT64);
    }

    /**
     * Adds a 32-bit floating-point number.
     *
     * @param field name of the field
     * @return this
     * @throws IllegalArgumentException if the name is not allowed or taken
     */
    public Builder float32(String field) {
      return field(field, FieldType.FLOAT32);
    }

    /**
     * Adds a 64-bit floating-point number.
     *
     * @param field name of the field
     * @return this
     * @throws IllegalArgumentException if the name is not allowed or taken
     */
    public Builder float64(String field) {
      return field(field, FieldType.FLOAT64);
    }

    /**
     * Adds a text.
     *
     * @param field name of the field
     * @return this
     * @throws IllegalArgumentException if the name is not allowed or taken
     */
    public Builder string(String field) {
      return field(field, FieldType.STRING);
    }

    /**
     * Adds a field.
     *
     * @param field name of the field
     * @param type its type
     * @return this
     * @throws IllegalArgumentException if the name is not allowed or taken
     */
    public Builder field(String field, FieldType type) {
      take(field);
      fields.add(new Field(field, type));
      return this;
    }

    /**
     * Adds the lifeline, the id that joins the events of one object, as a 64-bit integer.
     *
     * @param field name of the field
     * @return this
     * @throws IllegalArgumentException if the name is not allowed or taken, or there is a lifeline
     *     already
     */
    public Builder lifeline(String field) {
      return lifeline(field, FieldType.INT64);
    }

    /**
     * Adds the lifeline, the id that joins the events of one object.
     *
     * @param field name of the field
     * @param type its type, a whole number or a text
     * @return this
     * @throws IllegalArgumentException if the name is not allowed or taken, the type is a
     *     floating-point one, or there is a lifeline already
     */
    public Builder lifeline(String field, FieldType type) {
      if (lifeline != NO_LIFELINE) {
        throw new IllegalArgumentException(
            "event "
                + name
                + " can have only one lifeline, and has "
                + fields.get(lifeline).name());
      }
      if (type == FieldType.FLOAT32 || type == FieldType.FLOAT64) {
        throw new IllegalArgumentException(
            "lifeline " + field + " must be a whole number or a text, was " + type.label());
      }
      field(field, type);
      lifeline = fields.size() - 1;
      return this;
    }

    /**
     * Adds a value that all events share.
     *
     * @param constant its name
     * @param value an Integer, Long, Float, Double or String
     * @return this
     * @throws IllegalArgumentException if the name is not allowed or taken, or the value is of a
     *     type that events cannot hold
     */
    public Builder constant(String constant, Object value) {
      take(constant);
      constants.add(new Constant(constant, value));
      return this;
    }

    private void take(String field) {
      if (!names.add(field)) {
        throw new IllegalArgumentException("event " + name + " has a field " + field + " already");
      }
    }

    /**
     * Builds the schema.
     *
     * @return an immutable schema
     */
    public EventSchema build() {
      return new EventSchema(this);
    }
  }
}
