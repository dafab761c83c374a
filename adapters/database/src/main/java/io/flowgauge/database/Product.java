package io.flowgauge.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** The differences between the database products that do not depend on their use. Stateless. */
interface Product {
  /** The meaning of a missing table or column. */
  String CHANGED = "it has no such table or column, or another than Flowgauge created";

  /** The beginning of the names of its driver's classes. */
  String drivers();

  /** A URL that needs no permission to write, if that of a database needs one that is missing. */
  Optional<String> readOnly(String url);

  /** Prepares a new connection. */
  void prepare(Connection connection) throws SQLException;

  /** Type of a key column whose numbers the database generates. */
  String idType();

  /** Type of a column of bytes. */
  String bytesType();

  /** Whether an error says that another program holds a lock. */
  boolean isLocked(SQLException error);

  /** The meaning of a database error to the user, or null if none is known. */
  String explain(SQLException error);
}
