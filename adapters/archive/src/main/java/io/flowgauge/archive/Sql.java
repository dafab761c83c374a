package io.flowgauge.archive;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Small pieces of SQL that both databases take. */
final class Sql {
  private static final char NUL = '\0';

  /** What stands for NUL where it cannot be stored: its picture. */
  private static final char PICTURE_OF_NUL = '\u2400';

  private Sql() {}

  /** A number that no row has, for who keeps others out. */
  static int nextId(Connection connection, String table, String column) throws SQLException {
    try (Statement query = connection.createStatement();
        ResultSet max =
            query.executeQuery("select coalesce(max(" + column + "), 0) + 1 from " + table)) {
      max.next();
      return max.getInt(1);
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** A text that PostgreSQL takes. */
  static String storable(String text) {
    return text.indexOf(NUL) < 0 ? text : text.replace(NUL, PICTURE_OF_NUL);
  }
}
