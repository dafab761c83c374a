package io.flowgauge.archive;

import io.flowgauge.log.read.EventCursor;
import java.sql.SQLException;

/** Writes the rows of one table within transactions. Not thread-safe. */
interface RowSink extends AutoCloseable {
  /** Adds the current event of a cursor as a row. */
  void add(EventCursor event, int streamId) throws SQLException;

  /** Sends all rows to the database. */
  void flush() throws SQLException;

  /** Returns the number of texts so far that could not be stored unchanged. */
  default long altered() {
    return 0;
  }

  @Override
  void close() throws SQLException;
}
