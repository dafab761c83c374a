package io.flowgauge.log;

import io.flowgauge.trace.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One event as an object. Immutable and thread-safe.
 *
 * <p>To read many events without creating objects, use an {@link
 * io.flowgauge.log.read.EventCursor}.
 */
public final class LogEvent {
  private final long timeNanos;
  private final EventSchema schema;
  private final List<Object> values;
  private final Optional<StreamIdentity> source;

  private LogEvent(
      long timeNanos, EventSchema schema, List<Object> values, Optional<StreamIdentity> source) {
    this.timeNanos = timeNanos;
    this.schema = schema;
    this.values = values;
    this.source = source;
  }

  /**
   * Makes an event of unknown source.
   *
   * @param timeNanos nanoseconds since 1970-01-01T00:00:00Z
   * @param schema the schema of the event
   * @param values the values of the fields, in their order
   * @return the event
   * @throws IllegalArgumentException if the values do not match the fields in number and type
   */
  public static LogEvent of(long timeNanos, EventSchema schema, Object... values) {
    List<Object> copy = List.of(values);
    boolean fits = copy.size() == schema.fields().size();
    for (int k = 0; fits && k < copy.size(); k++) {
      fits = schema.fields().get(k).type().holds(copy.get(k));
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "values of event " + schema.name() + " must be " + schema.fields() + ", were " + copy);
    }
    return new LogEvent(timeNanos, schema, copy, Optional.empty());
  }

  /**
   * Copies the event with a source.
   *
   * @param identity where it comes from
   * @return an event
   */
  public LogEvent from(StreamIdentity identity) {
    return new LogEvent(timeNanos, schema, values, Optional.of(identity));
  }

  /**
   * When it happened.
   *
   * @return nanoseconds since 1970-01-01T00:00:00Z
   */
  public long timeNanos() {
    return timeNanos;
  }

  /**
   * When it happened.
   *
   * @return the time
   */
  public Instant time() {
    return Times.instant(timeNanos);
  }

  /**
   * Name of the event.
   *
   * @return the name
   */
  public String name() {
    return schema.name();
  }

  /**
   * The fields of the event.
   *
   * @return its schema
   */
  public EventSchema schema() {
    return schema;
  }

  /**
   * The process and thread it comes from.
   *
   * @return the source, or empty if the log does not say
   */
  public Optional<StreamIdentity> source() {
    return source;
  }

  /**
   * A value.
   *
   * @param field index into the fields of the schema
   * @return an Integer, Long, Float, Double or String
   * @throws IndexOutOfBoundsException if there is no such field
   */
  public Object value(int field) {
    return values.get(field);
  }

  /**
   * A value, of a field or a constant.
   *
   * @param name name of the field or constant
   * @return an Integer, Long, Float, Double or String, or empty if there is no such name
   */
  public Optional<Object> value(String name) {
    Objects.requireNonNull(name, "name");
    return Optional.ofNullable(values().get(name));
  }

  /**
   * All values by name: those of the fields in their order, then those of the constants.
   *
   * @return an unmodifiable map
   */
  public Map<String, Object> values() {
    Map<String, Object> all = new LinkedHashMap<>();
    for (int k = 0; k < values.size(); k++) {
      all.put(schema.fields().get(k).name(), values.get(k));
    }
    schema.constants().forEach(c -> all.put(c.name(), c.value()));
    return Collections.unmodifiableMap(all);
  }

  /**
   * The id of the object the event belongs to.
   *
   * @return an Integer, Long or String, or empty if events of this type have no lifeline
   */
  public Optional<Object> lifeline() {
    return schema.lifeline().isPresent()
        ? Optional.of(values.get(schema.lifeline().getAsInt()))
        : Optional.empty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LogEvent that
        && timeNanos == that.timeNanos
        && schema.equals(that.schema)
        && values.equals(that.values)
        && source.equals(that.source);
  }

  @Override
  public int hashCode() {
    return Objects.hash(timeNanos, schema, values, source);
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    parts.add(time() + " " + name());
    values().forEach((name, value) -> parts.add(name + "=" + value));
    return "LogEvent[" + String.join(" ", parts) + "]";
  }
}
