package io.flowgauge.archive;

import io.flowgauge.log.FieldType;
import java.util.Objects;

/**
 * A column that holds a field or a constant of events. Immutable and thread-safe.
 *
 * @param column name of the column
 * @param name name of the field or constant
 * @param type its type
 * @param kind what it holds
 */
public record EventColumn(String column, String name, FieldType type, Kind kind) {
  /** The content of a column. Immutable and thread-safe. */
  public enum Kind {
    /** A field, which has its own value in each event. */
    FIELD,
    /** The lifeline, the field whose value events of the same operation share. */
    LIFELINE,
    /** A constant, which all events of a type in a log share. */
    CONSTANT
  }

  /**
   * Checks the parts.
   *
   * @param column name of the column
   * @param name name of the field or constant
   * @param type its type
   * @param kind what it holds
   */
  public EventColumn {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(kind, "kind");
  }

  @Override
  public String toString() {
    return column;
  }
}
