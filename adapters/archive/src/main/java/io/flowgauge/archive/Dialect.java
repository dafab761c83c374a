package io.flowgauge.archive;

import io.flowgauge.database.DatabaseAddress;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import java.sql.Connection;
import java.sql.SQLException;

/** The differences between the databases in storing events. */
interface Dialect {
  /** Returns the dialect of a database. */
  static Dialect of(DatabaseAddress address) {
    return address.isSqlite() ? new SqliteDialect() : new PostgresDialect();
  }

  /** Keeps all other feeders out until the transaction ends. */
  void lock(Connection connection) throws SQLException;

  /** Returns the most fields and constants that a table has room for. */
  int maxColumns();

  /** Returns the SQL type of the column of a field. */
  String columnType(FieldType type);

  /** Returns the definition of the column {@code time}, without its name. */
  String timeColumn();

  /** Creates a writer of the rows of a table. */
  RowSink sink(Connection connection, EventTable table, EventSchema schema) throws SQLException;
}
