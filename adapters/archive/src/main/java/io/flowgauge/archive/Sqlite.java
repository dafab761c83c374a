package io.flowgauge.archive;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import java.sql.Connection;
import java.sql.SQLException;

/** The embedded database. */
final class Sqlite implements Dialect {
  static final String PREFIX = "jdbc:sqlite:";

  /**
   * How to connect: a transaction takes the lock of the writer at once, as one that reads first
   * could not wait for it; others wait up to a minute.
   */
  static final String OPTIONS = "?transaction_mode=IMMEDIATE&busy_timeout=60000";

  /** SQLite has no type for times; this one is made up when it is asked for, to the nanosecond. */
  private static final String TIME =
      "text generated always as ("
          + "datetime((time_nanos - ((time_nanos % 1000000000) + 1000000000) % 1000000000)"
          + " / 1000000000, 'unixepoch')"
          + " || printf('.%09d', ((time_nanos % 1000000000) + 1000000000) % 1000000000)) virtual";

  private static final int MAX_COLUMNS = 1980;

  /** What SQLite says where a table or column is not there; there is no code for it. */
  private static final String LACKING = "(?s).*(no such (table|column)|has no column named).*";

  private static final int CODE = 0xFF;
  private static final int ERROR = 1;
  private static final int BUSY = 5;
  private static final int READONLY = 8;
  private static final int IO_ERROR = 10;
  private static final int CORRUPT = 11;
  private static final int FULL = 13;
  private static final int CANNOT_OPEN = 14;
  private static final int NO_DATABASE = 26;

  @Override
  public void prepare(Connection connection) throws SQLException {
    // Readers go on while a feeder writes. Where the file system has no shared memory, the database
    // stays as it is, and readers wait.
    Sql.execute(connection, "pragma journal_mode = wal");
    Sql.execute(connection, "pragma synchronous = normal");
  }

  @Override
  public void lock(Connection connection) throws SQLException {
    // A transaction begins with its first statement; this one changes nothing.
    Sql.execute(connection, "delete from flowgauge_fed where stream_id is null");
  }

  @Override
  public int maxColumns() {
    return MAX_COLUMNS;
  }

  @Override
  public String columnType(FieldType type) {
    return switch (type) {
      case INT32, INT64 -> "bigint";
      case FLOAT32, FLOAT64 -> "double precision";
      case STRING -> "text";
    };
  }

  @Override
  public String timeColumn() {
    return TIME;
  }

  @Override
  public RowSink sink(Connection connection, EventTable table, EventSchema schema)
      throws SQLException {
    return new InsertSink(connection, table, schema);
  }

  @Override
  public boolean isLocked(SQLException error) {
    return (error.getErrorCode() & CODE) == BUSY;
  }

  @Override
  public String explain(SQLException error) {
    return switch (error.getErrorCode() & CODE) {
      case ERROR -> String.valueOf(error.getMessage()).matches(LACKING) ? CHANGED : null;
      case BUSY -> "another program has kept it locked for a minute; try again when it is done";
      case READONLY -> "it cannot be written; look at the permissions of the file and its folder";
      case IO_ERROR -> "the disk fails, or the file was removed";
      case CORRUPT -> "it is damaged";
      case FULL -> "the disk is full; make room and feed the same logs again";
      case CANNOT_OPEN -> "it cannot be opened; its folder must be there, and writable";
      case NO_DATABASE -> "it is no SQLite database, so no archive";
      default -> null;
    };
  }
}
