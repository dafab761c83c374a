package io.flowgauge.store;

import io.flowgauge.database.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Statements with parameters on one connection. Not thread-safe. */
final class Statements {
  private static final int BATCH = 1000;

  private final Connection connection;

  Statements(Connection connection) {
    this.connection = connection;
  }

  /** Converts a row. */
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Receives a row. */
  interface RowConsumer {
    void take(ResultSet row) throws SQLException;
  }

  /** All rows of a query. */
  <T> List<T> rows(String sql, RowReader<T> reader, Object... parameters) throws SQLException {
    List<T> rows = new ArrayList<>();
    forEach(sql, row -> rows.add(reader.read(row)), parameters);
    return rows;
  }

  /** Passes each row of a query to a receiver. */
  void forEach(String sql, RowConsumer consumer, Object... parameters) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      bind(query, parameters);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          consumer.take(row);
        }
      }
    }
  }

  /** Runs a statement that gives no rows. */
  void run(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      statement.executeUpdate();
    }
  }

  /** Runs a statement for each of many rows. */
  void runAll(String sql, Stream<Object[]> rows) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int waiting = 0;
      for (Object[] row : (Iterable<Object[]>) rows::iterator) {
        bind(statement, row);
        statement.addBatch();
        if (++waiting == BATCH) {
          statement.executeBatch();
          waiting = 0;
        }
      }
      statement.executeBatch();
    }
  }

  /** Inserts a row and returns the number it was given. */
  long insert(String sql, String idColumn, Object... parameters) throws SQLException {
    return rows(sql + " returning " + idColumn, row -> row.getLong(1), parameters).get(0);
  }

  private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
    for (int k = 0; k < parameters.length; k++) {
      Object value = parameters[k];
      if (value instanceof String text) {
        statement.setString(k + 1, Sql.storable(text));
      } else if (value instanceof byte[] bytes) {
        statement.setBytes(k + 1, bytes);
      } else {
        statement.setObject(k + 1, value);
      }
    }
  }
}
