package io.flowgauge.lake;

import io.flowgauge.parquet.ParquetTable.CellType;
import io.flowgauge.parquet.ParquetTable.Column;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The tables of a lake, a folder each. */
enum Dataset {
  RUNS(
      new Column("run", CellType.LONG),
      new Column("version", CellType.TEXT),
      new Column("name", CellType.TEXT),
      new Column("source", CellType.TEXT),
      new Column("started", CellType.TIME),
      new Column("ended", CellType.TIME),
      new Column("makespan_seconds", CellType.DOUBLE),
      new Column("finished", CellType.BOOLEAN),
      new Column("activities", CellType.INTEGER),
      new Column("dependencies", CellType.INTEGER),
      new Column("levels", CellType.INTEGER),
      new Column("width", CellType.INTEGER),
      new Column("attempts", CellType.INTEGER),
      new Column("failed_attempts", CellType.INTEGER),
      new Column("graph", CellType.TEXT),
      new Column("content_hash", CellType.TEXT),
      new Column("stored_nanos", CellType.LONG),
      new Column("start_nanos", CellType.LONG),
      new Column("end_nanos", CellType.LONG)),
  TAGS(
      new Column("run", CellType.LONG),
      new Column("name", CellType.TEXT),
      new Column("value", CellType.TEXT)),
  PROCESSORS(
      new Column("run", CellType.LONG),
      new Column("processor", CellType.TEXT),
      new Column("site", CellType.TEXT),
      new Column("speed", CellType.DOUBLE),
      new Column("slots", CellType.INTEGER),
      new Column("activities", CellType.INTEGER),
      new Column("utilization", CellType.DOUBLE)),
  ACTIVITIES(
      new Column("run", CellType.LONG),
      new Column("position", CellType.INTEGER),
      new Column("id", CellType.TEXT),
      new Column("type", CellType.TEXT),
      new Column("attempts", CellType.INTEGER),
      new Column("state", CellType.TEXT),
      new Column("processor", CellType.TEXT),
      new Column("site", CellType.TEXT),
      new Column("submitted", CellType.TIME),
      new Column("active", CellType.TIME),
      new Column("ended", CellType.TIME),
      new Column("processing_seconds", CellType.DOUBLE)),
  QUANTITIES(
      new Column("run", CellType.LONG),
      new Column("kind", CellType.TEXT),
      new Column("subject", CellType.TEXT),
      new Column("quantity", CellType.TEXT),
      new Column("unit", CellType.TEXT),
      new Column("value", CellType.DOUBLE)),
  DOCUMENTS(new Column("run", CellType.LONG), new Column("document", CellType.DOCUMENT)),
  SUBGRAPHS(
      new Column("run", CellType.LONG),
      new Column("name", CellType.TEXT),
      new Column("type", CellType.TEXT),
      new Column("named", CellType.BOOLEAN)),
  REFINEMENTS(new Column("run", CellType.LONG), new Column("refines", CellType.TEXT)),
  PROFILES(
      new Column("run", CellType.LONG),
      new Column("position", CellType.INTEGER),
      new Column("region", CellType.TEXT),
      new Column("source", CellType.TEXT),
      new Column("calls", CellType.LONG),
      new Column("seconds", CellType.DOUBLE),
      new Column("own_seconds", CellType.DOUBLE),
      new Column("open_seconds", CellType.DOUBLE),
      new Column("measured", CellType.TIME));

  @SuppressWarnings("ImmutableEnumChecker") // List.of makes it immutable.
  private final List<Column> columns;

  Dataset(Column... columns) {
    this.columns = List.of(columns);
  }

  List<Column> columns() {
    return columns;
  }

  /** Whether a part of a lake may lack a file of it: because it has no rows there, or is older. */
  boolean isOptional() {
    return switch (this) {
      case SUBGRAPHS, REFINEMENTS, PROFILES -> true;
      case RUNS, TAGS, PROCESSORS, ACTIVITIES, QUANTITIES, DOCUMENTS -> false;
    };
  }

  /** Returns the name of its folder and of its table in queries. */
  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns a query that has its columns and no rows. */
  String empty() {
    return "select * from (select "
        + columns.stream().map(Dataset::nullColumn).collect(Collectors.joining(", "))
        + ", null::varchar as workflow, null::varchar as month where false)";
  }

  private static String nullColumn(Column column) {
    String type =
        switch (column.type()) {
          case TEXT, DOCUMENT -> "varchar";
          case INTEGER -> "integer";
          case LONG -> "bigint";
          case TIME -> "timestamptz";
          case DOUBLE -> "double";
          case BOOLEAN -> "boolean";
        };
    return "null::" + type + " as " + column.name();
  }
}
