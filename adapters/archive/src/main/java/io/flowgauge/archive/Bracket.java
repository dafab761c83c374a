package io.flowgauge.archive;

import static java.util.stream.Collectors.joining;

import io.flowgauge.archive.layout.SqlNames;
import io.flowgauge.log.FieldType;
import java.util.Optional;
import java.util.stream.Stream;

/** A pair of tables: the starts and the ends of the same operations. */
record Bracket(EventTable start, EventTable end) {
  private static final String START = ".start";
  private static final String END = ".end";

  /** The most columns that the result of a query can have in PostgreSQL. */
  private static final int MAX_COLUMNS = 1600;

  /** Whether two tables hold the starts and the ends of the same operations. */
  static boolean joins(EventTable start, EventTable end) {
    return start.event().endsWith(START)
        && end.event().equals(stem(start.event()) + END)
        && lifelineType(start).isPresent()
        && lifelineType(start).equals(lifelineType(end))
        && start.columns().size() + end.columns().size() < MAX_COLUMNS;
  }

  private static String stem(String start) {
    return start.substring(0, start.length() - START.length());
  }

  /**
   * Returns the type of the lifeline, if there is one. Both sizes of integers count as one type,
   * because their values can be equal; a number never equals a text.
   */
  private static Optional<FieldType> lifelineType(EventTable table) {
    return table
        .lifeline()
        .map(c -> c.type() == FieldType.STRING ? FieldType.STRING : FieldType.INT64);
  }

  /** Name of the operation. */
  String name() {
    return stem(start.event());
  }

  /**
   * Returns the statement that creates a view of each start, joined with the ends of the same
   * lifeline that are not before it, or with nulls if there is none.
   */
  String createView(String view) {
    String starts = SqlNames.quoted(start.lifeline().orElseThrow().column());
    String ends = SqlNames.quoted(end.lifeline().orElseThrow().column());
    String columns =
        Stream.of(
                Stream.of("s." + starts + " as lifeline"),
                Stream.of("e.time_nanos - s.time_nanos as duration_nanos"),
                prefixed(start, "s", "start_"),
                prefixed(end, "e", "end_"))
            .flatMap(s -> s)
            .collect(joining(", "));
    return "create view "
        + SqlNames.quoted(view)
        + " as select "
        + columns
        + " from "
        + SqlNames.quoted(start.table())
        + " s left join "
        + SqlNames.quoted(end.table())
        + " e on e."
        + ends
        + " = s."
        + starts
        + " and e.time_nanos >= s.time_nanos";
  }

  private static Stream<String> prefixed(EventTable table, String alias, String prefix) {
    return TableStatements.names(table)
        .map(c -> alias + "." + SqlNames.quoted(c) + " as " + SqlNames.quoted(prefix + c));
  }
}
