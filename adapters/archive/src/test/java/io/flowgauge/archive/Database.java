package io.flowgauge.archive;

import io.flowgauge.testsupport.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database that tests inspect directly, without the archive. */
interface Database {
  Archive open();

  Connection connect() throws SQLException;

  /** Returns a text as the database gives it back. */
  String stored(String text);

  /** Whether the database returns NaN as null and zero without its sign. */
  boolean isSqlite();

  /**
   * Returns arguments with which a child process opens the archive: a URL, and perhaps user and
   * password.
   */
  List<String> arguments();

  static Database sqlite(Path file) {
    return new Database() {
      @Override
      public Archive open() {
        try {
          return Archive.open(file);
        } catch (ArchiveException e) {
          throw new AssertionError(e);
        }
      }

      @Override
      public Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
      }

      @Override
      public String stored(String text) {
        return text;
      }

      @Override
      public boolean isSqlite() {
        return true;
      }

      @Override
      public List<String> arguments() {
        return List.of("jdbc:sqlite:" + file);
      }
    };
  }

  static Database postgres() {
    String url = PostgresServer.get().createSchema();
    return new Database() {
      @Override
      public Archive open() {
        try {
          return Archive.connect(url, PostgresServer.USER, PostgresServer.PASSWORD);
        } catch (ArchiveException e) {
          throw new AssertionError(e);
        }
      }

      @Override
      public Connection connect() throws SQLException {
        return PostgresServer.connect(url);
      }

      @Override
      public String stored(String text) {
        return text.replace('\0', '\u2400');
      }

      @Override
      public boolean isSqlite() {
        return false;
      }

      @Override
      public List<String> arguments() {
        return List.of(url, PostgresServer.USER, PostgresServer.PASSWORD);
      }
    };
  }

  /** Runs statements. */
  default void execute(String... statements) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the rows of a query, each value as text. */
  default List<List<String>> rows(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<List<String>> rows = new ArrayList<>();
      while (row.next()) {
        List<String> values = new ArrayList<>();
        for (int k = 1; k <= row.getMetaData().getColumnCount(); k++) {
          values.add(row.getString(k));
        }
        rows.add(values);
      }
      return rows;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
