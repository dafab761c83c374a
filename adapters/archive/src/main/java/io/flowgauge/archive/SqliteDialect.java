package io.flowgauge.archive;

import io.flowgauge.database.Sql;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import java.sql.Connection;
import java.sql.SQLException;

/** The embedded database. */
final class SqliteDialect implements Dialect {
  /** SQLite has no type for times, so this column is a text, computed when it is read. */
  private static final String TIME =
      "text generated always as ("
          + "datetime((time_nanos - ((time_nanos % 1000000000) + 1000000000) % 1000000000)"
          + " / 1000000000, 'unixepoch')"
          + " || printf('.%09d', ((time_nanos % 1000000000) + 1000000000) % 1000000000)) virtual";

  private static final int MAX_COLUMNS = 1980;

  @Override
  public void lock(Connection connection) throws SQLException {
    // A transaction begins with its first statement; this one changes nothing.
    Sql.execute(connection, "delete from flowgauge_fed where stream_id is null");
  }

  @Override
  public int maxColumns() {
    return MAX_COLUMNS;
  }

  @Override
  public String columnType(FieldType type) {
    return switch (type) {
      case INT32, INT64 -> "bigint";
      case FLOAT32, FLOAT64 -> "double precision";
      case STRING -> "text";
    };
  }

  @Override
  public String timeColumn() {
    return TIME;
  }

  @Override
  public RowSink sink(Connection connection, EventTable table, EventSchema schema)
      throws SQLException {
    return new InsertSink(connection, table, schema);
  }
}
