package io.flowgauge.archive;

import io.flowgauge.database.Sql;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import java.sql.Connection;
import java.sql.SQLException;

/** A PostgreSQL server. */
final class PostgresDialect implements Dialect {
  private static final int MAX_COLUMNS = 1590;

  @Override
  public void lock(Connection connection) throws SQLException {
    Sql.execute(connection, "lock table flowgauge_fed in exclusive mode");
  }

  @Override
  public int maxColumns() {
    return MAX_COLUMNS;
  }

  @Override
  public String columnType(FieldType type) {
    return switch (type) {
      case INT32 -> "integer";
      case INT64 -> "bigint";
      case FLOAT32 -> "real";
      case FLOAT64 -> "double precision";
      case STRING -> "text";
    };
  }

  @Override
  public String timeColumn() {
    return "timestamp with time zone not null";
  }

  @Override
  public RowSink sink(Connection connection, EventTable table, EventSchema schema)
      throws SQLException {
    return new CopySink(connection, table, schema);
  }
}
