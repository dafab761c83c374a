package io.flowgauge.archive;

import static java.util.stream.Collectors.joining;

import io.flowgauge.archive.EventColumn.Kind;
import io.flowgauge.archive.layout.SqlNames;
import io.flowgauge.archive.layout.TableLayout;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;

/** Inserts rows by a prepared statement. SQLite stores NaN, and only NaN, as null. */
final class InsertSink implements RowSink {
  /** Rows per batch. In a batch, the driver takes a fraction of the time for each row. */
  private static final int BATCH = 1000;

  private final PreparedStatement insert;
  private final FieldType[] types;
  private final Object[] constants;
  private int waiting;

  InsertSink(Connection connection, EventTable table, EventSchema schema) throws SQLException {
    List<String> names =
        TableStatements.names(table).filter(c -> !c.equals(TableLayout.TIME)).toList();
    insert =
        connection.prepareStatement(
            "insert into "
                + SqlNames.quoted(table.table())
                + names.stream().map(SqlNames::quoted).collect(joining(", ", " (", ")"))
                + " values ("
                + String.join(", ", Collections.nCopies(names.size(), "?"))
                + ")");
    types =
        table.columns().stream()
            .filter(c -> c.kind() != Kind.CONSTANT)
            .map(EventColumn::type)
            .toArray(FieldType[]::new);
    constants = schema.constants().stream().map(c -> c.value()).toArray();
  }

  @Override
  public void add(EventCursor event, int streamId) throws SQLException {
    insert.setInt(1, streamId);
    insert.setLong(2, event.number());
    insert.setLong(3, event.timeNanos());
    int at = 4;
    for (int k = 0; k < types.length; k++) {
      set(at++, event, k);
    }
    for (Object constant : constants) {
      insert.setObject(at++, constant);
    }
    insert.addBatch();
    if (++waiting == BATCH) {
      flush();
    }
  }

  private void set(int at, EventCursor event, int field) throws SQLException {
    switch (types[field]) {
      case INT32 -> insert.setInt(at, event.int32(field));
      case INT64 -> insert.setLong(at, event.int64(field));
      case FLOAT32, FLOAT64 -> insert.setDouble(at, event.float64(field));
      case STRING -> insert.setString(at, event.string(field));
    }
  }

  @Override
  public void flush() throws SQLException {
    if (waiting > 0) {
      insert.executeBatch();
      waiting = 0;
    }
  }

  @Override
  public void close() throws SQLException {
    insert.close();
  }
}
