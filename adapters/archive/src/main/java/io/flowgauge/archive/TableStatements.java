package io.flowgauge.archive;

import static java.util.stream.Collectors.joining;

import io.flowgauge.archive.layout.SqlNames;
import io.flowgauge.archive.layout.TableLayout;
import java.util.List;
import java.util.stream.Stream;

/** The statements that create a table of events and its view. */
final class TableStatements {
  private static final String SEPARATOR = ", ";

  private final Dialect dialect;
  private final EventTable table;

  TableStatements(Dialect dialect, EventTable table) {
    this.dialect = dialect;
    this.table = table;
  }

  String createTable() {
    int columns = table.columns().size();
    if (columns > dialect.maxColumns()) {
      throw new IllegalArgumentException(
          "event "
              + table.event()
              + " has "
              + columns
              + " fields and constants; a table of this"
              + " database has room for "
              + dialect.maxColumns());
    }
    Stream<String> own =
        Stream.of(
            TableLayout.STREAM_ID + " integer not null",
            TableLayout.EVENT_NUMBER + " bigint not null",
            SqlNames.quoted(TableLayout.TIME) + " " + dialect.timeColumn(),
            TableLayout.TIME_NANOS + " bigint not null");
    Stream<String> values =
        table.columns().stream()
            .map(c -> SqlNames.quoted(c.column()) + " " + dialect.columnType(c.type()));
    return Stream.concat(own, values)
        .collect(joining(SEPARATOR, "create table " + SqlNames.quoted(table.table()) + " (", ")"));
  }

  /** Returns the statement that creates the view, which adds the columns of an event's source. */
  String createView() {
    Stream<String> sources =
        TableLayout.SOURCES.stream().map(s -> "s." + s + " as " + TableLayout.SOURCE + s);
    Stream<String> stream = Stream.of("s." + TableLayout.LOG_ID, "s." + TableLayout.STREAM_NUMBER);
    String columns =
        Stream.of(columns(table, "e").stream(), stream, sources)
            .flatMap(s -> s)
            .collect(joining(SEPARATOR));
    return "create view "
        + SqlNames.quoted(table.view())
        + " as select "
        + columns
        + " from "
        + SqlNames.quoted(table.table())
        + " e join flowgauge_stream s on s.stream_id = e.stream_id";
  }

  /** Returns all columns of a table, each qualified by an alias. */
  static List<String> columns(EventTable table, String alias) {
    return names(table).map(c -> alias + "." + SqlNames.quoted(c)).toList();
  }

  /** Returns the names of all columns of a table, in order. */
  static Stream<String> names(EventTable table) {
    Stream<String> own =
        Stream.of(
            TableLayout.STREAM_ID,
            TableLayout.EVENT_NUMBER,
            TableLayout.TIME,
            TableLayout.TIME_NANOS);
    return Stream.concat(own, table.columns().stream().map(EventColumn::column));
  }
}
