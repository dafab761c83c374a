package io.flowgauge.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Small pieces of SQL that both databases take. Stateless. */
public final class Sql {
  private static final char NUL = '\0';

  /** What stands for NUL where it cannot be stored: its picture. */
  private static final char PICTURE_OF_NUL = '\u2400';

  private Sql() {}

  /**
   * A number that no row has, for who keeps others out.
   *
   * @param connection the database
   * @param table a table
   * @param column its column of numbers
   * @return one more than the largest, 1 for the first
   * @throws SQLException if the database fails
   */
  public static int nextId(Connection connection, String table, String column) throws SQLException {
    try (Statement query = connection.createStatement();
        ResultSet max =
            query.executeQuery("select coalesce(max(" + column + "), 0) + 1 from " + table)) {
      max.next();
      return max.getInt(1);
    }
  }

  /**
   * Runs a statement.
   *
   * @param connection the database
   * @param sql the statement
   * @throws SQLException if the database fails
   */
  public static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * A text that PostgreSQL takes.
   *
   * @param text any text
   * @return the text, with the picture of NUL, U+2400, in place of NUL
   */
  public static String storable(String text) {
    return text.indexOf(NUL) < 0 ? text : text.replace(NUL, PICTURE_OF_NUL);
  }
}
