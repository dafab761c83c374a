package io.flowgauge.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Small pieces of SQL for both databases. Stateless. */
public final class Sql {
  private static final char NUL = '\0';

  /** The symbol for NUL, stored where NUL itself cannot be. */
  private static final char PICTURE_OF_NUL = '\u2400';

  private Sql() {}

  /**
   * Returns a number that no row has yet. The caller must keep other writers out.
   *
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
   * @throws SQLException if the database fails
   */
  public static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Returns a text in the form in which databases return it: with U+2400, the symbol for NUL, in
   * place of NUL, which PostgreSQL cannot store, and a question mark in place of half a surrogate
   * pair, which UTF-8 cannot encode.
   */
  public static String storable(String text) {
    String stored = text.indexOf(NUL) < 0 ? text : text.replace(NUL, PICTURE_OF_NUL);
    for (int k = 0; k < stored.length(); k++) {
      if (Character.isSurrogate(stored.charAt(k))) {
        return new String(stored.getBytes(UTF_8), UTF_8);
      }
    }
    return stored;
  }
}
