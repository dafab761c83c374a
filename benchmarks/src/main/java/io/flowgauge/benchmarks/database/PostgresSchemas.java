package io.flowgauge.benchmarks.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Fresh schemas in a PostgreSQL database, dropped at the end. Not thread-safe. */
final class PostgresSchemas implements AutoCloseable {
  private static final String PREFIX = "flowgauge_speed_";

  private final String url;
  private final List<String> made = new ArrayList<>();

  /**
   * Creates no schema yet.
   *
   * @param url JDBC URL of the database, with user and password if it asks for them
   */
  PostgresSchemas(String url) {
    this.url = url;
  }

  /** Creates a schema; returns the database's URL with it as the current one. */
  String create() throws SQLException {
    String name = PREFIX + (made.size() + 1);
    execute("create schema " + name);
    made.add(name);
    return url + (url.contains("?") ? "&" : "?") + "currentSchema=" + name;
  }

  @Override
  public void close() throws SQLException {
    for (String name : made) {
      execute("drop schema " + name + " cascade");
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
