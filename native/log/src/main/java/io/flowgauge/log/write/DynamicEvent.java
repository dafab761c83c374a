package io.flowgauge.log.write;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * An event built from names and values, whose type need not be declared first. Not thread-safe.
 *
 * <pre>{@code
 * log.event("transfer.end").with("BLOCK_ID", 17L).with("HOST", host).log();
 * }</pre>
 *
 * <p>Events of the same name whose values have the same names and types belong to one type.
 */
public final class DynamicEvent {
  private final EventLog log;
  private final EventSchema.Builder schema;
  private final List<Object> values = new ArrayList<>();

  DynamicEvent(EventLog log, EventSchema.Builder schema) {
    this.log = log;
    this.schema = schema;
  }

  /**
   * Adds a 32-bit integer.
   *
   * @param name its name
   * @param value the value
   * @return this
   * @throws IllegalArgumentException if the name is not allowed or taken
   */
  public DynamicEvent with(String name, int value) {
    return with(name, FieldType.INT32, value);
  }

  /**
   * Adds a 64-bit integer.
   *
   * @param name its name
   * @param value the value
   * @return this
   * @throws IllegalArgumentException if the name is not allowed or taken
   */
  public DynamicEvent with(String name, long value) {
    return with(name, FieldType.INT64, value);
  }

  /**
   * Adds a 32-bit floating-point number.
   *
   * @param name its name
   * @param value the value
   * @return this
   * @throws IllegalArgumentException if the name is not allowed or taken
   */
  public DynamicEvent with(String name, float value) {
    return with(name, FieldType.FLOAT32, value);
  }

  /**
   * Adds a 64-bit floating-point number.
   *
   * @param name its name
   * @param value the value
   * @return this
   * @throws IllegalArgumentException if the name is not allowed or taken
   */
  public DynamicEvent with(String name, double value) {
    return with(name, FieldType.FLOAT64, value);
  }

  /**
   * Adds a text.
   *
   * @param name its name
   * @param value the value
   * @return this
   * @throws IllegalArgumentException if the name is not allowed or taken
   */
  public DynamicEvent with(String name, String value) {
    return with(name, FieldType.STRING, Objects.requireNonNull(value, "value"));
  }

  private DynamicEvent with(String name, FieldType type, Object value) {
    schema.field(name, type);
    values.add(value);
    return this;
  }

  /**
   * Adds the lifeline, the id that joins the events of one object.
   *
   * @param name its name
   * @param id the id
   * @return this
   * @throws IllegalArgumentException if the name is not allowed or taken, or there is a lifeline
   *     already
   */
  public DynamicEvent lifeline(String name, long id) {
    schema.lifeline(name);
    values.add(id);
    return this;
  }

  /**
   * Logs the event.
   *
   * @throws IllegalArgumentException if its type is new and cannot be declared: its header message
   *     would have 64 KiB or more, or the log has 65535 types already
   */
  public void log() {
    log.declare(schema.build()).log(values.toArray());
  }
}
