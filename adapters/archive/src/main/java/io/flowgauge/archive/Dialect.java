package io.flowgauge.archive;

import io.flowgauge.database.DatabaseAddress;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import java.sql.Connection;
import java.sql.SQLException;

/** The differences between the databases in storing events. */
interface Dialect {
  /** That of a database. */
  static Dialect of(DatabaseAddress address) {
    return address.isSqlite() ? new SqliteDialect() : new PostgresDialect();
  }

  /** Keeps all other feeders out until the transaction ends. */
  void lock(Connection connection) throws SQLException;

  /** Most columns of a table. */
  int maxColumns();

  /** Type of the column of a field. */
  String columnType(FieldType type);

  /** Text after the name of the column that shows the time. */
  String timeColumn();

  /** A receiver of the rows of a table. */
  RowSink sink(Connection connection, EventTable table, EventSchema schema) throws SQLException;
}
