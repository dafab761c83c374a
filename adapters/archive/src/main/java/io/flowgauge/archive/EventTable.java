package io.flowgauge.archive;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The location of a type's events: a table with {@code stream_id}, {@code event_number}, {@code
 * time}, {@code time_nanos} and the columns named here, or a columnar file with them. Immutable and
 * thread-safe.
 *
 * @param event name of the events
 * @param table name of the table, or of the file without its ending
 * @param view name of a view that adds {@code log_id}, {@code stream_number} and the {@code
 *     source_} columns, which say where each event comes from; a file has these itself
 * @param columns its other columns: those of the fields, then those of the constants
 */
public record EventTable(String event, String table, String view, List<EventColumn> columns) {
  /**
   * Checks and copies the parts.
   *
   * @param event name of the events
   * @param table name of the table
   * @param view name of the view
   * @param columns its further columns
   */
  public EventTable {
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(view, "view");
    columns = List.copyOf(columns);
  }

  /** Returns the column of the lifeline, if the events have one. */
  Optional<EventColumn> lifeline() {
    return columns.stream().filter(c -> c.kind() == EventColumn.Kind.LIFELINE).findFirst();
  }

  @Override
  public String toString() {
    return event + ": " + table + columns;
  }
}
