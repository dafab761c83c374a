package io.flowgauge.database;

import java.sql.Connection;
import java.sql.SQLException;

/** What differs between the database products wherever they are used. Stateless. */
interface Product {
  /** What it means if a table or column is not there. */
  String CHANGED = "its tables are not as Flowgauge made them; somebody changed them";

  /** Makes a new connection ready. */
  void prepare(Connection connection) throws SQLException;

  /** Type of a column of numbers that it gives to the rows itself, and that is their key. */
  String idType();

  /** Type of a column of bytes. */
  String bytesType();

  /** Whether an error says that others hold a lock. */
  boolean isLocked(SQLException error);

  /** What an error of the database means to the user, or null if nothing special. */
  String explain(SQLException error);
}
