package io.flowgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.archive.layout.SqlNames;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Compares rows with logs, event by event. */
public final class Oracle {
  /** Maps a logged value to the value that the database gives back. */
  private final UnaryOperator<Object> stored;

  private final Map<String, LogEvent> expected = new HashMap<>();

  /**
   * Reads the events that must be found.
   *
   * @param stored maps a logged value to the value that the database gives back
   * @param logs logs of the events
   */
  public Oracle(UnaryOperator<Object> stored, Path... logs) throws IOException {
    this.stored = stored;
    try (LogReader log = LogReader.open(logs)) {
      EventCursor events = log.cursor();
      while (events.next()) {
        var id = events.stream().orElseThrow();
        String key = key(id.logDigits(), id.stream(), events.number());
        assertThat(expected.put(key, events.event())).isNull();
      }
    }
  }

  private static String key(String log, int stream, long number) {
    return log + " " + stream + " " + number;
  }

  /** Asserts that the archive holds exactly the events of the logs, each once. */
  static void assertHolds(Database database, Path... logs) throws IOException {
    Oracle oracle = new Oracle(v -> stored(database, v), logs);
    try (Archive archive = database.open();
        Connection connection = database.connect()) {
      for (EventTable table : archive.tables()) {
        oracle.checkAll(connection, SqlNames.quoted(table.view()), table.event(), table.columns());
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    oracle.assertAllFound();
  }

  /** Asserts that each event of the logs has been found. */
  public void assertAllFound() {
    assertThat(expected).as("events without row").isEmpty();
  }

  /** Asserts that each row is an event of the logs not found before; returns the number of rows. */
  public long checkAll(
      Connection connection, String relation, String event, List<EventColumn> columns)
      throws SQLException {
    long rows = 0;
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select * from " + relation)) {
      for (; row.next(); rows++) {
        check(event, columns, row);
      }
    }
    return rows;
  }

  private void check(String name, List<EventColumn> columns, ResultSet row) throws SQLException {
    String key =
        key(row.getString("log_id"), row.getInt("stream_number"), row.getLong("event_number"));
    LogEvent event = expected.remove(key);
    assertThat(event).as("an event for row %s of %s", key, name).isNotNull();
    assertThat(name).isEqualTo(event.name());
    assertThat(row.getLong("time_nanos")).isEqualTo(event.timeNanos());
    StreamIdentity source = event.source().orElseThrow();
    assertThat(row.getString("source_host")).isEqualTo(source.host());
    assertThat(row.getString("source_program")).isEqualTo(source.program());
    assertThat(row.getLong("source_process_id")).isEqualTo(source.processId());
    assertThat(row.getLong("source_thread_id")).isEqualTo(source.threadId());
    assertThat(row.getString("source_thread")).isEqualTo(source.thread());
    for (EventColumn column : columns) {
      Object value = event.value(column.name()).orElseThrow();
      assertThat(get(row, column))
          .as("%s of %s", column.name(), event)
          .isEqualTo(stored.apply(value));
    }
    assertThat(columns).hasSize(event.values().size());
  }

  private static Object stored(Database database, Object value) {
    if (value instanceof String text) {
      return database.stored(text);
    }
    if (!database.isSqlite()) {
      return value;
    }
    boolean isNan = value.equals(Double.NaN) || value.equals(Float.NaN);
    return isNan ? null : withoutSignOfZero(value);
  }

  private static Object withoutSignOfZero(Object value) {
    if (value.equals(-0.0f)) {
      return 0.0f;
    }
    return value.equals(-0.0) ? (Object) 0.0 : value;
  }

  private static Object get(ResultSet row, EventColumn column) throws SQLException {
    String name = column.column();
    Object value =
        switch (column.type()) {
          case INT32 -> row.getInt(name);
          case INT64 -> row.getLong(name);
          case FLOAT32 -> row.getFloat(name);
          case FLOAT64 -> row.getDouble(name);
          case STRING -> row.getString(name);
        };
    return row.wasNull() ? null : value;
  }
}
