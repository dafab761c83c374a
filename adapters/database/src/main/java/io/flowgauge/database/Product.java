package io.flowgauge.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** The differences between the database products that do not depend on their use. Stateless. */
interface Product {
  /** The explanation of a missing table or column. */
  String CHANGED = "it has no such table or column, or one of another type than Flowgauge creates";

  /** Returns the prefix of the names of its driver's classes. */
  String drivers();

  /** Returns a URL that needs no write permission; empty if the given one can be used as it is. */
  Optional<String> readOnly(String url);

  /** Prepares a new connection. */
  void prepare(Connection connection) throws SQLException;

  /** Returns the SQL type of a key column whose numbers the database generates. */
  String idType();

  /** Returns the SQL type of a column of bytes. */
  String bytesType();

  /** Whether an error means that another program holds a lock. */
  boolean isLocked(SQLException error);

  /** Returns what a database error means to the user, or null if that is not known. */
  String explain(SQLException error);
}
