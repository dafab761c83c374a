package io.flowgauge.archive;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import java.sql.Connection;
import java.sql.SQLException;

/** What differs between the databases. */
interface Dialect {
  /** What it means if a table or column is not there. */
  String CHANGED =
      "its tables are not as flowgauge_type and flowgauge_column say; somebody changed them";

  /** Makes a new connection ready. */
  void prepare(Connection connection) throws SQLException;

  /** Keeps all other feeders out until the transaction ends. */
  void lock(Connection connection) throws SQLException;

  /** Most columns of a table. */
  int maxColumns();

  /** Type of the column of a field. */
  String columnType(FieldType type);

  /** What follows the name of the column that shows the time. */
  String timeColumn();

  /** What takes the rows of a table. */
  RowSink sink(Connection connection, EventTable table, EventSchema schema) throws SQLException;

  /** Whether an error says that others hold a lock. */
  boolean isLocked(SQLException error);

  /** What an error of the database means to the user, or null if nothing special. */
  String explain(SQLException error);
}
